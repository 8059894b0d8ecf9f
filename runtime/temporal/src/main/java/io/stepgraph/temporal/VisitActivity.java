package io.stepgraph.temporal;

import io.stepgraph.internal.effect.RunLedger;
import io.stepgraph.internal.log.EventOutbox;
import io.stepgraph.internal.log.Observers;
import io.stepgraph.internal.log.Subscriptions;
import io.stepgraph.internal.step.EffectPerformer;
import io.stepgraph.internal.step.FailureLog;
import io.stepgraph.internal.step.Interrupts;
import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.visit.VisitCall;
import io.stepgraph.internal.visit.VisitScope;
import io.stepgraph.internal.visit.Visits;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.VisitResult;
import io.stepgraph.temporal.workflow.Answers;
import io.stepgraph.temporal.workflow.Messages;
import io.stepgraph.temporal.workflow.RunWorkflow;
import io.stepgraph.temporal.workflow.RunWorkflow.RouteTask;
import io.stepgraph.temporal.workflow.RunWorkflow.VisitLeft;
import io.stepgraph.temporal.workflow.RunWorkflow.VisitTask;
import io.stepgraph.temporal.workflow.ThreadWorkflow;
import io.stepgraph.temporal.workflow.ThreadWorkflow.LeftState;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.DynamicActivity;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.ActivityWorkerShutdownException;
import io.temporal.common.converter.EncodedValues;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes the visits of one graph in this process: one activity for each attempt, whatever the step. */
final class VisitActivity implements DynamicActivity {
    private static final String CLOSED = "must stop, because its worker is closed";

    private final Visits<?, ?> visits;
    private final FailureLog failures = new FailureLog(MachineClock.system());
    private final ScheduledExecutorService heart;
    private final Subscriptions subscriptions;
    private final Observers observers;
    private final Set<Scope> inProgress = ConcurrentHashMap.newKeySet();

    VisitActivity(
            Visits<?, ?> visits, ScheduledExecutorService heart, Subscriptions subscriptions, Observers observers) {
        this.visits = visits;
        this.heart = heart;
        this.subscriptions = subscriptions;
        this.observers = observers;
    }

    @Override
    public Object execute(EncodedValues arguments) {
        ActivityExecutionContext context = Activity.getExecutionContext();
        try {
            if (context.getInfo().getActivityType().equals(RunWorkflow.ROUTE)) {
                return routed(arguments.get(0, RouteTask.class));
            }
            if (context.getInfo().getActivityType().equals(ThreadWorkflow.KEEP)) {
                return arguments.get(0, LeftState.class).state();
            }
            return visit(arguments.get(0, VisitTask.class), context);
        } catch (RuntimeException failed) {
            StepgraphException unreadable = Calls.known(failed);
            if (unreadable == null) {
                throw failed;
            }
            // No failure of the step: this build cannot read the run.
            throw ApplicationFailure.newNonRetryableFailure(
                    String.valueOf(unreadable.getMessage()), unreadable.code().name());
        }
    }

    private StepEntry routed(RouteTask task) {
        Answers.Routable given = task.given();
        if (given.paused().reason() instanceof StopReason.Listens) {
            Messages.Message message = given.message();
            return message == null
                    ? visits.listened(task.at())
                    : visits.told(task.at(), message.number(), message.id(), Objects.requireNonNull(message.message()));
        }
        Long dueAt = given.paused().dueAt();
        Instant due = dueAt == null ? null : Instant.ofEpochMilli(dueAt);
        return given.paused().reason() instanceof StopReason.QuestionAsked asked
                ? visits.answered(task.at(), asked, due, given.answer(), given.by())
                : visits.waited(task.at());
    }

    private VisitLeft visit(VisitTask task, ActivityExecutionContext context) {
        WorkflowLedger ledger = new WorkflowLedger(
                context.getWorkflowClient()
                        .newUntypedWorkflowStub(context.getInfo().getWorkflowId()),
                task);
        EventOutbox outbox = visits.outbox(ledger.run(), ledger.fencingToken(), observers, subscriptions);
        Scope scope = new Scope(context, ledger);
        long pause = Math.max(1, context.getInfo().getHeartbeatTimeout().toMillis() / 4);
        // Before the step, because a visit without a sign of life has not begun, and its end does not count as a crash.
        scope.beat();
        ScheduledFuture<?> beats = heart.scheduleWithFixedDelay(scope::beat, pause, pause, TimeUnit.MILLISECONDS);
        outbox.open();
        inProgress.add(scope);
        @Nullable VisitResult[] result = {null};
        scope.enterThread();
        try {
            Interrupts.inOwnThread(() -> result[0] = visits.visit(task.call(), outbox, scope));
        } finally {
            StepService.leave();
            inProgress.remove(scope);
            outbox.close();
            beats.cancel(false);
        }
        scope.throwIfCancelled();
        VisitResult left = result[0];
        if (left != null) {
            // Temporal stores the result after this method has returned it.
            Interrupts.inOwnThread(() -> {
                outbox.stored();
                scope.failureLog.run();
            });
        }
        return left == null
                ? new VisitLeft(null, ledger.ended(), null, List.of())
                : new VisitLeft(left, ledger.ended(), refused(task.call(), left), mailbox(left));
    }

    private List<String> mailbox(VisitResult left) {
        return left.stopReason() instanceof StopReason.Listens
                ? visits.mailbox(left.checkpoint().step())
                : List.of();
    }

    /** Why the run goes back to its question; null if it does not (I4). The last event tells it. */
    private @Nullable String refused(VisitCall call, VisitResult left) {
        if (left.checkpoint().visit() >= call.checkpoint().visit()) {
            return null;
        }
        Json last = left.events().get(left.events().size() - 1);
        RunEvent event = visits.events().read(call.run(), last, () -> null);
        return event instanceof RunEvent.AnswerRefused refused ? refused.reason() : null;
    }

    /**
     * Interrupts the steps in progress, since the worker closes. Those that begin now see it with their first
     * heartbeat.
     */
    void close() {
        inProgress.forEach(scope -> scope.cancel(CLOSED));
    }

    /** One visit in this process. */
    private final class Scope extends VisitScope {
        private final ActivityExecutionContext context;
        private final WorkflowLedger ledger;
        private final Duration timeout;
        private volatile long lastBeat = System.nanoTime();
        private volatile Runnable failureLog = () -> {};
        private volatile @Nullable ActivityCompletionException over;

        Scope(ActivityExecutionContext context, WorkflowLedger ledger) {
            this.context = context;
            this.ledger = ledger;
            this.timeout = context.getInfo().getHeartbeatTimeout();
        }

        @Override
        public void enterThread() {
            StepService.of(context.getWorkflowClient()).enter();
        }

        /** The sign of life. Its reply tells whether the visit is to stop (R9). */
        void beat() {
            long now = System.nanoTime();
            try {
                context.heartbeat(RunWorkflow.BEGUN);
                lastBeat = now;
            } catch (ActivityWorkerShutdownException closing) {
                cancel(CLOSED);
            } catch (ActivityCompletionException cancelled) {
                over = cancelled;
                cancel("must stop, because the run was cancelled, has ended, or was given to another worker");
            } catch (RuntimeException silent) {
                Log.renewalFailed(ledger.run().id(), silent);
            }
        }

        /** The workflow does not wait for the result any more. */
        void throwIfCancelled() {
            ActivityCompletionException known = over;
            if (known != null) {
                throw known;
            }
        }

        @Override
        public boolean isInDoubt() {
            return System.nanoTime() - lastBeat > timeout.toNanos();
        }

        @Override
        protected void fails(StepFailure<?> failure, @Nullable Throwable cause) {
            RunRef run = ledger.run();
            failureLog = () ->
                    failures.failed(run.namespace(), run.id(), visits.spec().name(), failure, cause);
        }

        @Override
        protected RunLedger ledger() {
            return ledger;
        }

        @Override
        protected EffectPerformer performer(EffectPerformer effects) {
            return new BoundedEffects(effects);
        }
    }
}
