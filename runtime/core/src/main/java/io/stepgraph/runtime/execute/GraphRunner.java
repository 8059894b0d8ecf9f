package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CallInterrupted;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Graph;
import io.stepgraph.runtime.LeaseLost;
import io.stepgraph.runtime.RunnerClosed;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.StoreUnavailable;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Standing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executes runs of one graph that this runner has acquired. */
final class GraphRunner<A, S, E, N extends Enum<N>> {
    final GraphPlan<N> plan;
    final GraphValues<N> values;
    private final Graph<A, S, E, N> graph;
    private final A agent;
    private final RunnerContext runner;

    GraphRunner(Graph<A, S, E, N> graph, A agent, RunnerContext runner) {
        GraphCache<N> known = GraphCache.of(graph);
        this.graph = graph;
        this.agent = agent;
        this.plan = known.plan();
        this.values = known.values(runner.config().maxValueBytes());
        this.runner = runner;
    }

    /** Hooks around the steps of one run; null if there are none. */
    @Nullable HookChain<S, N> hooks(String runId) {
        List<RegisteredHook> hooks = runner.config().hooks();
        return hooks.isEmpty() ? null : new HookChain<>(hooks, plan, runId);
    }

    /** The step that an answer leads to; null if the interrupt does not accept it. */
    @Nullable N route(N interrupt, Object answer) {
        return graph.route(interrupt, answer);
    }

    RunLog<N> log(RunKey key) {
        RunnerConfig config = runner.config();
        return new RunLog<>(
                runner.events(), key, values, runner.executions().watchers, config.time(), config.maxValueBytes());
    }

    /**
     * Executes a run until it pauses or ends, or until this runner no longer owns it.
     *
     * @param asked the run, which this runner has acquired
     * @param at the position to continue at, with values that the run may change
     * @param hooks the hooks, which may have been asked about the first step already; null if there are none
     */
    ExecutionResult<N> execute(
            AcquiredRun asked, Position<S, N> at, Execution execution, @Nullable HookChain<S, N> hooks, RunLog<N> log) {
        RunRecord acquired = asked.run();
        LeasedRun run = new LeasedRun(runner, asked, plan.spec.fingerprint(), log);
        log.begins(acquired.token());
        execution.begins(run);
        runner.renewer().begin();
        try {
            return new ExecutionResult.Stopped<>(toNextStop(run, acquired, at, execution, hooks, log));
        } catch (Delayed delayed) {
            return new ExecutionResult.Released<>();
        } catch (LeaseLost lost) {
            if (!isStillThere(acquired)) {
                throw lost;
            }
            Log.leaseLost(acquired.key().id(), lost);
            return new ExecutionResult.Released<>();
        } catch (StoreUnavailable | RunnerClosed | CallInterrupted passing) {
            throw passing;
        } catch (RuntimeException | Error unexpected) {
            countCrash(acquired);
            throw unexpected;
        }
    }

    private boolean isStillThere(RunRecord acquired) {
        Standing now = runner.store().standing(acquired.key());
        return now != null && now.incarnation() == acquired.incarnation();
    }

    /**
     * What has broken the loop may do so each time. It counts as a crash of the visit, so that {@code maxCrashes} ends the
     * repetition (R4, R6). Where even that cannot be written, since memory is short or the store is away, the next call of this
     * runner counts it, or whoever takes the run over once its lease is over.
     */
    private void countCrash(RunRecord acquired) {
        try {
            runner.executions().brokeDown(acquired.key(), acquired.token());
            runner.leases().countCrash(acquired);
            runner.executions().forgetBreakdown(acquired.key());
        } catch (RuntimeException | Error inTheStore) {
            Log.releaseFailed(acquired.key().id(), inTheStore);
        }
    }

    private Stop<N> toNextStop(
            LeasedRun run,
            RunRecord acquired,
            Position<S, N> at,
            Execution execution,
            @Nullable HookChain<S, N> hooks,
            RunLog<N> log) {
        RunnerConfig config = runner.config();
        StoreJournal<S, N> journal =
                new StoreJournal<>(run, execution, plan, values, log, config, acquired.checkpoint(), at.marks);
        Attempts<A, S, E, N> attempts = new Attempts<>(graph, agent, run, execution, log, config.time());
        RunLoop<S, N> loop = new RunLoop<>(plan, at, journal, attempts, hooks, config.maxSteps());
        Stop<N> stop = journal.lookUp(at);
        if (stop != null) {
            return stop;
        }
        if (at.crashes >= config.maxCrashes()) {
            return loop.giveUp(
                    ErrorCode.CRASH_LOOP,
                    "The process that executed step '" + at.step.name + "' died, or broke down for want of memory,"
                            + " in " + at.crashes + " attempts of this visit. Find out why, then retry the run.");
        }
        return loop.toNextStop();
    }
}
