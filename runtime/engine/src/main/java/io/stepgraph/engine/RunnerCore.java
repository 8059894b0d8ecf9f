package io.stepgraph.engine;

import io.stepgraph.engine.answer.AnswerRecorder;
import io.stepgraph.engine.effect.EffectsInDoubt;
import io.stepgraph.engine.execution.GraphRunner;
import io.stepgraph.engine.lease.RunnerConfig;
import io.stepgraph.engine.lease.RunnerContext;
import io.stepgraph.engine.lease.StoreRetry;
import io.stepgraph.engine.lease.process.OwnerIdentity;
import io.stepgraph.engine.run.ExpiredRunReaper;
import io.stepgraph.engine.run.RunService;
import io.stepgraph.engine.store.Owner;
import io.stepgraph.engine.store.QuestionPage;
import io.stepgraph.engine.store.RunCursor;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunPage;
import io.stepgraph.engine.store.RunQuery;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Graph;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The inside of a runner: its identity and the runs that it executes. */
final class RunnerCore {
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
        return new RunService<>(new GraphRunner<>(graph, agent, runner), runner, thread, StartOptions.NONE);
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

    /** Lets runs in progress come to the end of their present step. */
    public void close() {
        runner.activeRuns().close(runner.config().closePatience());
        runner.marked().close();
    }
}
