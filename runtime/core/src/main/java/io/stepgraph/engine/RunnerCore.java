package io.stepgraph.engine;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.effect.EffectsInDoubt;
import io.stepgraph.internal.lease.OwnerIdentity;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.lease.StoreRetry;
import io.stepgraph.internal.run.AnswerRecorder;
import io.stepgraph.internal.run.ExpiredRunReaper;
import io.stepgraph.internal.run.GraphRunner;
import io.stepgraph.internal.run.RunCanceller;
import io.stepgraph.internal.run.StoreRuns;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.store.Owner;
import io.stepgraph.store.QuestionPage;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunCursor;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The inside of a runner: its identity and the runs that it executes. */
final class RunnerCore {
    private static final int DELETE_BATCH = 500;

    private final RunnerContext runner;

    /** Made when it is asked for: few programs answer for others. */
    private volatile @Nullable AnswerRecorder recorder;

    /** A runner that is open. */
    public RunnerCore(RunnerConfig config) {
        Owner owner = OwnerIdentity.ofNewRunner();
        this.runner = RunnerContext.of(config, owner, () -> OwnerIdentity.closed(owner));
        OwnerIdentity.opened(owner);
    }

    /** The parts that all runs share. */
    RunnerContext context() {
        return runner;
    }

    /** The runs of one graph, in one thread or, if that is null, in any and none. */
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(
            Graph<A, S, E, N> graph, A agent, @Nullable String thread) {
        return new StoreRuns<>(new GraphRunner<>(graph, agent, runner), runner, thread, StartOptions.NONE);
    }

    /** Stores an answer to a question of whatever graph. */
    public void answer(Ticket ticket, String json, @Nullable String by) {
        AnswerRecorder ready = recorder;
        if (ready == null) {
            ready = new AnswerRecorder(runner);
            recorder = ready;
        }
        ready.submit(ticket, json, by);
    }

    /** The effects in doubt of a run of whatever graph. */
    public List<EffectInDoubt> effectsInDoubt(String runId) {
        return new EffectsInDoubt(runner).of(new RunKey(runner.config().namespace(), runId));
    }

    /** The effects in doubt of the namespace. */
    public List<EffectInDoubt> effectsInDoubt(int limit) {
        return new EffectsInDoubt(runner).of(runner.config().namespace(), limit);
    }

    /** Opens a failed run of whatever graph again, for a worker. */
    public void retry(String runId, @Nullable String by) {
        new RunReopener(runner).retry(new RunKey(runner.config().namespace(), runId), by);
    }

    /** Opens all failed runs of a query again. */
    public long retryAll(RunQuery query, String by) {
        return new ManyRuns(runner).retryAll(query, by);
    }

    /** Cancels all unfinished runs of a query. */
    public long cancelAll(RunQuery query, String by) {
        return new ManyRuns(runner).cancelAll(query, by);
    }

    /** Cancels a run of whatever graph. */
    public void cancel(String runId, String by) {
        new RunCanceller(runner).cancel(new RunKey(runner.config().namespace(), runId), by);
    }

    /** Changes the mode of a run of whatever graph. */
    public void mode(String runId, PermissionMode mode, String by) {
        RunKey key = new RunKey(runner.config().namespace(), runId);
        RunHeader unused = runner.store().command(key, new RunCommand.SetMode(mode, by));
    }

    /** Removes all runs and threads of a namespace. */
    public long deleteAll(String namespace) {
        long gone = 0;
        int batch;
        do {
            batch = runner.store().deleteAll(namespace, DELETE_BATCH);
            gone += batch;
        } while (batch > 0);
        return gone;
    }

    /** Runs of the namespace. */
    public RunPage list(RunQuery query) {
        StoreRetry store = runner.store();
        return store.answered(() -> store.lists().runs(runner.config().namespace(), query));
    }

    /** The open questions of the namespace. */
    public QuestionPage questions(@Nullable RunCursor after, int limit) {
        StoreRetry store = runner.store();
        return store.answered(() -> store.lists().questions(runner.config().namespace(), after, limit));
    }

    /** Ends the runs of the namespace whose leases are over. */
    public List<String> reap() {
        return new ExpiredRunReaper(runner).reap();
    }

    /** This runner is asked to stop: from now on, the end of its process counts as no crash of its runs (R6). */
    public void stopping() {
        runner.leases().stopping(!runner.localRuns().isEmpty());
    }

    /** Lets runs in progress come to the end of their present step. */
    public void close() {
        stopping();
        runner.localRuns().close(runner.config().closePatience());
        runner.marked().close();
    }
}
