package io.stepgraph.internal.log;

import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;

/**
 * Reads the outcomes of runs from the JSON that is stored of them. Each method throws {@link
 * io.stepgraph.internal.json.UnreadableValueException} if the JSON does not fit the type that the graph declares.
 */
public final class OutcomeReader<N extends Enum<N>> {
    private final GraphCodecs<N> codecs;

    public OutcomeReader(GraphCodecs<N> codecs) {
        this.codecs = codecs;
    }

    public RunOutcome<N> asked(StepPlan<N> interrupt, Ticket ticket, Json question) {
        return new RunOutcome.QuestionAsked<>(
                interrupt.step, ticket, codecs.question(interrupt).read(question));
    }

    public RunOutcome<N> completed(Json output) {
        return new RunOutcome.Completed<>(codecs.output().read(output));
    }

    public RunOutcome<N> failed(Json failure) {
        return new RunOutcome.Failed<>((StepFailure) codecs.failure().read(failure), null);
    }

    /** Writes a failure without the codecs of a graph. */
    public static Json write(StepFailure failure) {
        return new JsonObject()
                .put("step", failure.step())
                .put("visit", failure.visit())
                .put("attempt", failure.attempt())
                .put("code", failure.code().name())
                .put("type", failure.type())
                .put("message", failure.message())
                .json();
    }
}
