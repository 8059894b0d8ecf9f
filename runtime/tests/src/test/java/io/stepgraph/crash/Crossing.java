package io.stepgraph.crash;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import org.jspecify.annotations.Nullable;

/** A question, and after its answer a step at which the run pauses or ends; the agent chooses it. */
final class Crossing implements Graph<Crossing.Resting, Notes, Void, Crossing.Step> {
    private final GraphSpec<Step> spec;

    /** With a delay of this length. */
    Crossing(long delayMillis) {
        GraphSpec.Builder<Step> steps =
                GraphSpec.builder("crash.Crossing", "print-1", ValueType.of(Notes.class), ValueType.of(Notes.class));
        steps.interrupt(Step.BEGIN, "begin", ValueType.of(Journey.Question.class))
                .to(Step.CHOOSE)
                .answeredBy(ValueType.of(Journey.Approved.class));
        steps.step(Step.CHOOSE, "choose")
                .takes(ValueType.of(Journey.Approved.class))
                .to(Step.WAIT, Step.WAIT_BRIEFLY, Step.PARK, Step.DELAY);
        steps.interrupt(Step.WAIT, "wait", ValueType.of(Journey.Question.class))
                .to(Step.ANSWERED)
                .answeredBy(ValueType.of(Journey.Approved.class));
        steps.interrupt(Step.WAIT_BRIEFLY, "wait-briefly", ValueType.of(Journey.Question.class))
                .to(Step.ANSWERED, Step.EXPIRED)
                .answeredBy(ValueType.of(Journey.Approved.class))
                .expires(1);
        steps.step(Step.ANSWERED, "answered")
                .takes(ValueType.of(Journey.Approved.class))
                .to(Step.LAST);
        steps.step(Step.EXPIRED, "expired").takes(ValueType.of(Expired.class)).to(Step.LAST);
        steps.step(Step.PARK, "park").requires(PermissionMode.ACCEPT_EDITS).to(Step.LAST);
        steps.step(Step.DELAY, "delay").to(Step.LAST).retry(2, delayMillis, 1, delayMillis, 0);
        steps.step(Step.LAST, "last").toEnd();
        this.spec = steps.build(Step.BEGIN);
    }

    enum Step {
        BEGIN,
        CHOOSE,
        WAIT,
        WAIT_BRIEFLY,
        ANSWERED,
        EXPIRED,
        PARK,
        DELAY,
        LAST
    }

    /** How a run pauses or ends. */
    enum Resting {
        WAIT(Step.WAIT, "question-asked"),
        WAIT_BRIEFLY(Step.WAIT_BRIEFLY, "question-asked"),
        PARK(Step.PARK, "parked"),
        DELAY(Step.DELAY, "step-retrying");

        private final Step step;

        /** Its events in the log. */
        final String event;

        Resting(Step step, String event) {
            this.step = step;
            this.event = event;
        }
    }

    @Override
    public GraphSpec<Step> spec() {
        return spec;
    }

    @Override
    public Transition<Step, Notes> enter(
            Resting resting, Step step, Notes notes, @Nullable Object input, StepContext<Void> context) {
        notes.lines.add(
                spec.step(step).name() + (input instanceof Journey.Approved approved ? " by " + approved.by() : ""));
        return switch (step) {
            case BEGIN, WAIT, WAIT_BRIEFLY -> Transition.ask(new Journey.Question("Go on?"));
            case CHOOSE -> Transition.go(resting.step);
            case DELAY -> {
                if (context.attempt() == 1) {
                    throw new TransientException("busy");
                }
                yield Transition.go(Step.LAST);
            }
            case PARK, ANSWERED, EXPIRED -> Transition.go(Step.LAST);
            case LAST -> Transition.end();
        };
    }

    @Override
    public @Nullable Step route(Step interrupt, Object answer) {
        if (answer instanceof Expired) {
            return interrupt == Step.WAIT_BRIEFLY ? Step.EXPIRED : null;
        }
        return interrupt == Step.BEGIN ? Step.CHOOSE : Step.ANSWERED;
    }
}
