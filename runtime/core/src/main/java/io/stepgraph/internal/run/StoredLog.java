package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.GuardedStore;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.log.EventCodec;
import io.stepgraph.internal.log.RunLog;
import io.stepgraph.internal.log.RunStreams;
import io.stepgraph.internal.log.StreamContext;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import org.jspecify.annotations.Nullable;

/** The log of a run in a store. A store that does not answer is asked again for as long as a lease (R11). */
public final class StoredLog implements RunLog {
    private final RunKey key;
    private final GuardedStore store;

    private StoredLog(RunKey key, RunnerContext runner) {
        this.key = key;
        this.store = runner.store().patientFor(runner.config().lease());
    }

    /** The streams of the runs of one graph in a store. */
    public static RunStreams streams(RunnerContext runner, EventCodec<?> codec) {
        StreamContext context = new StreamContext(
                runner.localRuns().subscriptions,
                runner.config().clock(),
                runner.config().pollInterval(),
                runner.localRuns()::isClosing);
        return new RunStreams(context, codec, key -> new StoredLog(key, runner));
    }

    @Override
    public @Nullable Position position() {
        RunHeader now = store.call(s -> s.runs().summary(key));
        return now == null
                ? null
                : new Position(
                        now.runNumber(),
                        now.lastEvent(),
                        now.fencingToken(),
                        now.status().isEnd());
    }

    @Override
    public @Nullable EventLog page(long after, int batches) {
        return store.call(s -> s.log().events(key, after, batches));
    }

    @Override
    public @Nullable Json result(long runNumber) {
        StoredRun run = store.call(s -> s.runs().find(key));
        if (run == null || run.runNumber() != runNumber) {
            throw key.notFound();
        }
        return run.stopReason() instanceof StopReason.Completed succeeded ? succeeded.output() : null;
    }
}
