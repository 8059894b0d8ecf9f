package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.RunOutcome;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.store.Json;

/**
 * Reads the outcomes of runs from the JSON that is stored of them. Each method throws {@link
 * io.stepgraph.runtime.json.UnreadableValueException} if the JSON does not fit the type that the graph declares.
 */
final class OutcomeReader<N extends Enum<N>> {
    private final GraphCodecs<N> codecs;

    OutcomeReader(GraphCodecs<N> codecs) {
        this.codecs = codecs;
    }

    RunOutcome<N> asked(StepPlan<N> interrupt, Ticket ticket, Json question) {
        return new RunOutcome.QuestionAsked<>(
                interrupt.step, ticket, codecs.question(interrupt).read(question));
    }

    RunOutcome<N> completed(Json output) {
        return new RunOutcome.Completed<>(codecs.output().read(output));
    }

    RunOutcome<N> failed(Json failure) {
        return new RunOutcome.Failed<>((StepFailure) codecs.failure().read(failure), null);
    }
}
