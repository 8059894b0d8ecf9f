package io.stepgraph.internal.run;

import io.stepgraph.internal.codec.AnsweredQuestions;
import io.stepgraph.internal.codec.CalledGraph;
import io.stepgraph.internal.codec.GraphCache;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.effect.EffectRunner;
import io.stepgraph.internal.lease.LeaseAcquirer.AcquiredRun;
import io.stepgraph.internal.lease.LeasedRun;
import io.stepgraph.internal.lease.LocalRun;
import io.stepgraph.internal.lease.ProcessRuns;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.log.EventOutbox;
import io.stepgraph.internal.step.AttemptRunner;
import io.stepgraph.internal.step.EffectPerformer;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.HookChain;
import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.Progress;
import io.stepgraph.internal.step.StepCaller;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepLoop;
import io.stepgraph.internal.visit.AnswerRouter;
import io.stepgraph.internal.visit.MailReader;
import io.stepgraph.internal.visit.VisitWriter;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.hook.RunObserver.ExecutionOutcome;
import io.stepgraph.runtime.hook.RunObserver.ExecutionScope;
import io.stepgraph.store.FamilyMember;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Executes runs of one graph that this runner has acquired. */
public final class GraphRunner<A, S, E, N extends Enum<N>> {
    public final GraphPlan<N> plan;
    public final GraphCodecs<N> codecs;
    public final AnswerRouter<S, N> router;
    final AnsweredQuestions<N> answered;
    final Graph<A, S, E, N> graph;
    final A agent;
    private final RunnerContext runner;
    private final EffectsInDoubt inDoubt;

    public GraphRunner(Graph<A, S, E, N> graph, A agent, RunnerContext runner) {
        GraphCache<N> known = GraphCache.of(graph);
        this.graph = graph;
        this.agent = agent;
        this.plan = known.plan();
        this.codecs = known.values(runner.config().visits().maxValueBytes());
        this.answered = new AnsweredQuestions<>(plan, () -> codecs);
        this.router = new AnswerRouter<>(graph, codecs);
        this.runner = runner;
        this.inDoubt = new EffectsInDoubt(runner);
    }

    /** Hooks around the steps of one run; null if there are none. */
    public @Nullable HookChain<S, N> hooks(String runId) {
        List<HookChain.Registered> hooks = runner.config().visits().hooks();
        return hooks.isEmpty() ? null : new HookChain<>(hooks, plan, answered, runId);
    }

    /** Saves the graph for tools, which may look at a run before it is executed. */
    public void saveGraph() {
        runner.graphs().save(plan.spec, agent, file -> SavedMailbox.addTo(file, codecs));
        codecs.called().forEach(called -> save(called, agent));
    }

    private <C> void save(CalledGraph<C, ?, ?> called, Object caller) {
        C callee = called.agent.agent().apply(caller);
        runner.graphs().save(called.graph.spec(), callee, file -> SavedMailbox.addTo(file, called.codecs));
        called.codecs.called().forEach(next -> save(next, callee));
    }

    /**
     * Executes a run until it pauses or ends ({@link Progress.Stopped}, {@link Progress.Waits}), waits with an earlier
     * question again ({@link Progress.Refused}), or until this runner no longer owns it ({@link Progress.Released}).
     *
     * @param owned the run, which this runner has acquired
     * @param cursor the position to continue at, with values that the run may change
     * @param asked the hooks, if they were asked about the first step already; else null
     */
    public Progress<N> execute(
            AcquiredRun owned, StepCursor<S, N> cursor, LocalRun localRun, @Nullable HookChain<S, N> asked) {
        StoredRun acquired = owned.run();
        EventOutbox outbox = new EventOutbox(
                acquired.key(),
                acquired.thread(),
                acquired.fencingToken(),
                runner.observers(),
                runner.localRuns().subscriptions,
                codecs,
                runner.config().visits().maxEventBytes(),
                runner.config().clock());
        LeasedRun run = new LeasedRun(runner, owned, plan.spec.fingerprint(), outbox);
        outbox.open();
        localRun.begins(run);
        runner.renewer().begin();
        saveGraph();
        ExecutionScope scope = observed(acquired);
        ExecutionOutcome outcome = ExecutionOutcome.RELEASED;
        Progress<N> progress;
        if (!localRun.isInStep()) {
            ProcessRuns.begin(runner.leases().whenJoined(acquired));
        }
        try {
            HookChain<S, N> hooks = asked == null ? hooks(acquired.key().id()) : asked;
            progress =
                    loop(run, acquired, cursor, localRun, hooks, outbox, scope).run();
            outcome = outcome(progress);
        } catch (StepgraphException failed) {
            if (failed.code() == ErrorCode.LEASE_LOST) {
                outcome = ExecutionOutcome.LEASE_LOST;
                if (isStillThere(acquired)) {
                    Log.leaseLost(acquired.key().id(), failed);
                    return new Progress.Released<>();
                }
            } else if (!isPassing(failed)) {
                countCrash(acquired);
            }
            throw failed;
        } catch (RuntimeException | Error unexpected) {
            countCrash(acquired);
            throw unexpected;
        } finally {
            if (!localRun.isInStep()) {
                ProcessRuns.end();
            }
            outbox.close();
            if (scope != null) {
                scope.ended(outcome);
            }
        }
        if (progress instanceof Progress.Stopped<N> stopped
                && stopped.outcome() instanceof RunOutcome.Failed<N> failed) {
            runner.failed(acquired.key(), acquired.graph(), failed.failure(), failed.cause());
        }
        return said(progress, run, acquired);
    }

    /** Whether the error says nothing about the run itself. */
    private static boolean isPassing(StepgraphException failed) {
        return switch (failed.code()) {
            case STORE_UNAVAILABLE, STORE_CLOSED, RUNNER_CLOSED, CALL_INTERRUPTED -> true;
            default -> false;
        };
    }

    private static ExecutionOutcome outcome(Progress<?> progress) {
        if (progress instanceof Progress.Refused) {
            return ExecutionOutcome.ASKED;
        }
        if (!(progress instanceof Progress.Stopped<?> stopped)) {
            return progress instanceof Progress.Waits ? ExecutionOutcome.WAITING : ExecutionOutcome.RELEASED;
        }
        RunOutcome<?> outcome = stopped.outcome();
        return outcome instanceof RunOutcome.Completed
                ? ExecutionOutcome.COMPLETED
                : outcome instanceof RunOutcome.Failed
                        ? ExecutionOutcome.FAILED
                        : outcome instanceof RunOutcome.Cancelled
                                ? ExecutionOutcome.CANCELLED
                                : outcome instanceof RunOutcome.Parked
                                        ? ExecutionOutcome.PARKED
                                        : ExecutionOutcome.ASKED;
    }

    private @Nullable ExecutionScope observed(StoredRun run) {
        return runner.observers()
                .executes(new RunObserver.ExecutedRun(
                        run.key().namespace(),
                        run.key().id(),
                        run.runNumber(),
                        run.graph(),
                        run.thread(),
                        run.startedAt()));
    }

    /**
     * Lets the outcome say which effects are in doubt. A run that this owner has started without any effect has none.
     */
    private Progress<N> said(Progress<N> progress, LeasedRun run, StoredRun acquired) {
        boolean mayHaveEffects = acquired.fencingToken() > 1 || run.effects().isUsed();
        return mayHaveEffects && progress instanceof Progress.Stopped<N> stopped
                ? new Progress.Stopped<>(inDoubt.saidIn(stopped.outcome(), acquired.key()))
                : progress;
    }

    private boolean isStillThere(StoredRun acquired) {
        RunHeader now = runner.store().call(s -> s.runs().summary(acquired.key()));
        return now != null && now.runNumber() == acquired.runNumber();
    }

    /**
     * An error that breaks the loop may do so each time. It counts as a crash of the visit, so that {@code maxCrashes}
     * ends the repetition (R4, R6). If even that cannot be written, because memory is short or the store is not
     * available, the next call of this runner counts it, or the next owner after the lease has expired.
     */
    private void countCrash(StoredRun acquired) {
        try {
            runner.localRuns().brokeDown(acquired.key(), acquired.fencingToken());
            AcquiredRun crashed =
                    runner.leases().countCrash(acquired.lease(runner.config().lease()));
            if (crashed != null) {
                runner.leases().release(crashed.run());
            }
            runner.localRuns().forgetBreakdown(acquired.key());
        } catch (RuntimeException | Error inTheStore) {
            Log.releaseFailed(acquired.key().id(), inTheStore);
        }
    }

    /** The messages of a run. */
    MailReader<S, N> mail(RunKey run) {
        return new MailReader<>(run.id(), codecs, router);
    }

    private @Nullable String startedBy(RunKey run) {
        List<FamilyMember> first = runner.store().call(s -> s.calls().family(run, 1));
        return first.isEmpty() ? null : first.get(0).run().startedBy();
    }

    private StepLoop<S, N> loop(
            LeasedRun run,
            StoredRun acquired,
            StepCursor<S, N> cursor,
            LocalRun localRun,
            @Nullable HookChain<S, N> hooks,
            EventOutbox outbox,
            @Nullable ExecutionScope scope) {
        RunnerConfig config = runner.config();
        VisitWriter<S, N> writer = new VisitWriter<>(
                acquired.ref(),
                codecs,
                answered,
                outbox,
                Objects.requireNonNull(acquired.state()),
                acquired.checkpoint(),
                cursor.ruleState);
        CallWriter<S, N> calls =
                new CallWriter<>(acquired, graph, codecs, config.maxFamily(), () -> startedBy(acquired.key()));
        EffectPerformer ledger = new EffectRunner(run.effects(), codecs, config.clock());
        ObservedExecution<A, S, E, N> observed = scope == null ? null : new ObservedExecution<>(graph, ledger, scope);
        StepCaller<S, N> attempts = new AttemptRunner<>(
                observed == null ? graph : observed,
                agent,
                new AttemptRunner.Ports(
                        localRun.key.id(),
                        localRun,
                        outbox,
                        observed == null ? ledger : observed,
                        answered,
                        codecs::reply),
                config.clock());
        return new StepLoop<>(
                plan,
                cursor,
                new StoreCheckpointer<>(run, localRun, outbox, config, writer, calls, mail(acquired.key())),
                hooks == null ? attempts : hooks.around(attempts, outbox),
                new StepLoop.Budgets(config.visits().maxSteps(), config.crashLoop()),
                ThreadLocalRandom.current());
    }
}
