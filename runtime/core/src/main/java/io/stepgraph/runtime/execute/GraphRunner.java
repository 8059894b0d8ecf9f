package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CallInterrupted;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Graph;
import io.stepgraph.runtime.LeaseLost;
import io.stepgraph.runtime.RunnerClosed;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.StoreUnavailable;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Standing;
import io.stepgraph.runtime.store.Status;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Executes runs of one graph that this runner has acquired. */
final class GraphRunner<A, S, E, N extends Enum<N>> {
    final GraphPlan<N> plan;
    final GraphValues<N> values;
    private final Graph<A, S, E, N> graph;
    private final A agent;
    private final RunnerConfig config;
    private final Executions executions;
    private final LeaseKeeper leases;
    private final Events events;

    GraphRunner(
            Graph<A, S, E, N> graph,
            A agent,
            GraphPlan<N> plan,
            GraphValues<N> values,
            RunnerConfig config,
            Executions executions,
            LeaseKeeper leases,
            Events events) {
        this.graph = graph;
        this.agent = agent;
        this.plan = plan;
        this.values = values;
        this.config = config;
        this.executions = executions;
        this.leases = leases;
        this.events = events;
    }

    /** Hooks around the steps of one run; null if there are none. */
    @Nullable HookChain<S, N> hooks(String runId) {
        return config.hooks().isEmpty() ? null : new HookChain<>(config.hooks(), plan, runId);
    }

    /** The step that an answer leads to; null if the interrupt does not accept it. */
    @Nullable N route(N interrupt, Object answer) {
        return graph.route(interrupt, answer);
    }

    RunLog<N> log(RunKey key) {
        return new RunLog<>(events, key, values, executions.watchers, config.time(), config.maxValueBytes());
    }

    /**
     * Executes a run up to its next stop.
     *
     * @param claimed the run, which is this runner's
     * @param at where it goes on, with values that may be used up
     * @param hooks the hooks, which may have been asked about the first step
     * @return where it came to rest; null to look again, since it is delayed, or goes on elsewhere
     */
    @Nullable Stop<N> toNextStop(
            Claimed claimed, Position<S, N> at, Execution execution, @Nullable HookChain<S, N> hooks, RunLog<N> log) {
        RunRecord acquired = claimed.run();
        LeasedRun run = new LeasedRun(config, executions, claimed, plan.spec.fingerprint(), log);
        log.begins(acquired.token());
        execution.begins(run);
        leases.begin();
        try {
            return toNextStop(run, acquired, at, execution, hooks, log);
        } catch (Delayed delayed) {
            return null;
        } catch (LeaseLost lost) {
            if (!isStillThere(acquired)) {
                throw lost;
            }
            Log.leaseLost(acquired.key().id(), lost);
            return null;
        } catch (StoreUnavailable | RunnerClosed | CallInterrupted passing) {
            throw passing;
        } catch (RuntimeException | Error unexpected) {
            countCrash(acquired);
            throw unexpected;
        }
    }

    /**
     * Ends a run that nobody executes, since its time is over (R8).
     *
     * @return null if it has changed since it was found, is executed, or has an answer to be taken up first
     */
    @Nullable Stop<N> endOverdue(RunRecord found) {
        if (found.rest() instanceof Rest.Answered) {
            return null;
        }
        Checkpoint here = found.checkpoint();
        StepFailure failure = new StepFailure(
                here.step(), here.visit(), here.attempt(), ErrorCode.DEADLINE_EXCEEDED, "", Failures.TIME_IS_OVER);
        Json stored = values.failure().write(failure);
        if (!store().end(found, new Rest.Failed(stored), List.of(RunLog.failedDocument(stored)))) {
            return null;
        }
        log(found.key()).failed(failure);
        return new Stop.Failed<>(failure, null);
    }

    private boolean isStillThere(RunRecord acquired) {
        Standing now = store().standing(acquired.key());
        return now != null && now.incarnation() == acquired.incarnation();
    }

    /**
     * What has broken the loop may do so each time. It counts as a crash of the visit, so that {@code maxCrashes} ends the
     * repetition (R4, R6). Where even that cannot be written, since memory is short or the store is away, the next call of this
     * runner counts it, or whoever takes the run over once its lease is over.
     */
    private void countCrash(RunRecord acquired) {
        try {
            executions.brokeDown(acquired.key(), acquired.token());
            RunRecord now = store().find(acquired.key());
            if (now == null
                    || now.status() != Status.RUNNING
                    || now.incarnation() != acquired.incarnation()
                    || now.token() != acquired.token()) {
                executions.forgetBreakdown(acquired.key());
                return;
            }
            Claim claim = new Claim(Objects.requireNonNull(now.owner()), config.lease());
            RunRecord crashed = store().acquire(Acquisitions.of(now, claim, true));
            if (crashed != null) {
                store().release(crashed.lease(config.lease()));
            }
            executions.forgetBreakdown(acquired.key());
        } catch (RuntimeException | Error inTheStore) {
            Log.releaseFailed(acquired.key().id(), inTheStore);
        }
    }

    Shield store() {
        return new Shield(config.store(), executions.watchers);
    }

    private Stop<N> toNextStop(
            LeasedRun run,
            RunRecord acquired,
            Position<S, N> at,
            Execution execution,
            @Nullable HookChain<S, N> hooks,
            RunLog<N> log) {
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
