package io.stepgraph.benchmarks.effects;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.benchmarks.effects.Charge.Receipt;
import io.stepgraph.benchmarks.effects.PayingAgentGraph.PayNext;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.StepContext;

/** An agent that pays in each step. */
@StepGraph(start = "pay")
@SuppressWarnings("stepgraph:UnboundedLoop") // the counter says when it is over
final class PayingAgent {
    private final Talk talk;
    private final int last;
    private final boolean isRetriedWithSameKey;

    /**
     * An agent.
     *
     * @param talk what is said
     * @param steps how many steps until it ends
     * @param isRetriedWithSameKey whether a charge in doubt is called again, else a person resolves it
     */
    PayingAgent(Talk talk, int steps, boolean isRetriedWithSameKey) {
        this.talk = talk;
        this.last = Talk.FIRST + steps;
        this.isRetriedWithSameKey = isRetriedWithSameKey;
    }

    @Step(
            next = {"pay", END},
            effects = "charge")
    PayNext pay(Dialog dialog, StepContext<?> context) {
        Effect<Charge, Receipt> charge =
                context.once("charge", new Charge(dialog.id, dialog.counter + 1), Receipt.class);
        Receipt receipt =
                (isRetriedWithSameKey ? charge.retryWithSameKey() : charge).call((key, asked) -> asked.perform(key));
        talk.advance(dialog);
        dialog.counter = receipt.amount();
        return dialog.counter < last ? PayNext.pay() : PayNext.end();
    }
}
