package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CallInterruptedException;
import io.stepgraph.runtime.Graph;
import io.stepgraph.runtime.LeaseLostException;
import io.stepgraph.runtime.RunnerClosedException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.RunSummary;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Executes runs of one graph that this runner has acquired. */
final class GraphRunner<A, S, E, N extends Enum<N>> {
    final GraphPlan<N> plan;
    final GraphCodecs<N> codecs;
    private final Graph<A, S, E, N> graph;
    private final A agent;
    private final RunnerContext runner;

    GraphRunner(Graph<A, S, E, N> graph, A agent, RunnerContext runner) {
        GraphCache<N> known = GraphCache.of(graph);
        this.graph = graph;
        this.agent = agent;
        this.plan = known.plan();
        this.codecs = known.values(runner.config().maxValueBytes());
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

    EventOutbox log(RunKey key) {
        RunnerConfig config = runner.config();
        return new EventOutbox(
                runner.events(), key, codecs, runner.executions().subscriptions, config.time(), config.maxValueBytes());
    }

    /**
     * Executes a run until it pauses or ends ({@link Progress.Stopped}), or until this runner no longer owns it ({@link
     * Progress.Released}).
     *
     * @param asked the run, which this runner has acquired
     * @param cursor the position to continue at, with values that the run may change
     * @param hooks the hooks, which may have been asked about the first step already; null if there are none
     */
    Progress<N> execute(
            AcquiredRun asked,
            StepCursor<S, N> cursor,
            ActiveRun activeRun,
            @Nullable HookChain<S, N> hooks,
            EventOutbox outbox) {
        RunRecord acquired = asked.run();
        OwnedRun run = new OwnedRun(runner, asked, plan.spec.fingerprint(), outbox);
        outbox.open(acquired.fencingToken());
        activeRun.begins(run);
        runner.renewer().begin();
        runner.graphs().save(plan.spec, agent);
        try {
            return executed(run, acquired, cursor, activeRun, hooks, outbox);
        } catch (LeaseLostException lost) {
            if (!isStillThere(acquired)) {
                throw lost;
            }
            Log.leaseLost(acquired.key().id(), lost);
            return new Progress.Released<>();
        } catch (StoreUnavailableException | RunnerClosedException | CallInterruptedException passing) {
            throw passing;
        } catch (RuntimeException | Error unexpected) {
            countCrash(acquired);
            throw unexpected;
        } finally {
            outbox.close();
        }
    }

    private boolean isStillThere(RunRecord acquired) {
        RunSummary now = runner.store().summary(acquired.key());
        return now != null && now.runNumber() == acquired.runNumber();
    }

    /**
     * What has broken the loop may do so each time. It counts as a crash of the visit, so that {@code maxCrashes} ends the
     * repetition (R4, R6). Where even that cannot be written, since memory is short or the store is away, the next call of this
     * runner counts it, or whoever takes the run over once its lease is over.
     */
    private void countCrash(RunRecord acquired) {
        try {
            runner.executions().brokeDown(acquired.key(), acquired.fencingToken());
            runner.leases().countCrash(acquired);
            runner.executions().forgetBreakdown(acquired.key());
        } catch (RuntimeException | Error inTheStore) {
            Log.releaseFailed(acquired.key().id(), inTheStore);
        }
    }

    private Progress<N> executed(
            OwnedRun run,
            RunRecord acquired,
            StepCursor<S, N> cursor,
            ActiveRun activeRun,
            @Nullable HookChain<S, N> hooks,
            EventOutbox outbox) {
        RunnerConfig config = runner.config();
        StoredVisit<S, N> visit = new StoredVisit<>(plan, codecs, acquired.checkpoint(), cursor.gateState);
        StoreCheckpointer<S, N> checkpointer = new StoreCheckpointer<>(run, activeRun, codecs, outbox, config, visit);
        StepCaller<S, N> attempts =
                new AttemptRunner<>(graph, agent, activeRun.key.id(), activeRun, outbox, config.time());
        StepLoop<S, N> loop = new StepLoop<>(
                plan,
                cursor,
                checkpointer,
                hooks == null ? attempts : hooks.around(attempts),
                new StepLoop.Budgets(config.maxSteps(), config.maxCrashes()),
                ThreadLocalRandom.current());
        return loop.run();
    }
}
