package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.LocalRun;
import io.stepgraph.internal.log.RunStreams;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Starts runs with given values, and streams their events (V3). */
final class StreamedStarts<A, S, E, N extends Enum<N>> {
    private final GraphRunner<A, S, E, N> graph;
    private final StoredRunReader<S, N> records;
    private final RunStarter<A, S, E, N> starter;
    private final RunCoordinator<A, S, E, N> coordinator;
    private final RunCanceller canceller;
    private final RunStreams streams;

    StreamedStarts(
            GraphRunner<A, S, E, N> graph,
            StoredRunReader<S, N> records,
            RunStarter<A, S, E, N> starter,
            RunCoordinator<A, S, E, N> coordinator,
            RunCanceller canceller,
            RunStreams streams) {
        this.graph = graph;
        this.records = records;
        this.starter = starter;
        this.coordinator = coordinator;
        this.canceller = canceller;
        this.streams = streams;
    }

    <O> OutcomeStream<O> stream(
            RunKey key, S state, @Nullable Object input, Function<? super RunOutcome<N>, O> outcome) {
        records.find(key);
        StartRequest<S, N> given;
        try {
            // The values are written at once, before the caller can change the objects.
            graph.codecs.checkTypes(graph.plan);
            starter.checkExecutable(key);
            given = starter.given(state, input);
        } catch (RuntimeException unstorable) {
            // The reader of the stream gets the error, as if the run had been begun.
            Supplier<O> failing = () -> {
                throw unstorable;
            };
            return streams.executing(key, failing, by -> {});
        }
        return streams.executing(
                key,
                LocalRun.carried(() -> outcome.apply(coordinator.run(key, given))),
                by -> cancelIfSame(key, given, by));
    }

    /** Cancels a run that was started with the same values; the stream leaves other runs alone. */
    private void cancelIfSame(RunKey key, StartRequest<S, N> given, String by) {
        StoredRun found = records.existing(key);
        try {
            given.compare(found);
        } catch (StartConflictException another) {
            return;
        }
        canceller.cancel(key, by);
    }
}
