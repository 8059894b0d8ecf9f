package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.StepContext;

/** An agent whose one step stores rows with its checkpoint, and is tried again whatever is thrown. */
@StepGraph(start = "pay", name = "payments")
public final class PaymentAgent {
    private final CheckpointWork work;

    public PaymentAgent(CheckpointWork work) {
        this.work = work;
    }

    public record Payment(int cents) {}

    @Step(next = END, transactional = true)
    @Retry(attempts = 2, on = Exception.class, backoff = "1ms")
    void pay(Payment payment, StepContext<?> context) {
        context.atCheckpoint(work);
    }
}
