package io.stepgraph.temporal.workflow;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EventJson;
import io.stepgraph.store.Horizon;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.VisitResult;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a run, as deterministic code: it refers to no graph, clock, random source or thread. All that it must
 * know of the next step came with the result of the visit before, so it can be replayed without the agent, by whatever
 * build.
 */
public final class RunLoop implements RunWorkflow {
    /** The time after which a run that this build cannot read is tried again by itself. */
    private static final long BLOCKED_MILLIS = 60_000;

    private final RunState.Start start;
    private final Answers answers;
    private final RunEffects effects;
    private final Visiting visiting;
    private final LoopLog log;
    private Messages messages;

    /** The message for which the step is being found; null if there is none. */
    private Messages.@Nullable Message taking;

    private PermissionMode mode;
    private StepEntry checkpoint;
    private Json state;
    private @Nullable Stop stop;
    private @Nullable Long delayedUntil;
    private @Nullable String cancelledBy;
    private boolean isContinuing;
    private int rests;
    private int visits;

    /** A loop that continues where the state stands. One that has failed is tried again (R7). */
    @WorkflowInit
    public RunLoop(RunState known) {
        this.start = known.start().at(Workflow.currentTimeMillis());
        this.mode = known.mode();
        this.checkpoint = known.checkpoint();
        this.state = known.state();
        this.stop = known.stop();
        this.rests = known.rests();
        this.messages = known.messages();
        this.answers = new Answers(known.answered());
        this.effects = new RunEffects(start.run(), known.effects());
        this.visiting = new Visiting(start, known.fencingToken());
        this.log = new LoopLog(start.run(), known.log());
        if (known.log() == null) {
            log.started(start);
        } else if (isStopped(StopReason.Failed.class)) {
            stop = null;
            log.reopened(checkpoint);
        }
    }

    @Override
    public RunState run(RunState known) {
        while (!(stop != null && stop.isEnd())) {
            if (isTimeToContinueAsNew()) {
                continueAsNew();
            } else {
                proceed();
            }
        }
        Workflow.await(Workflow::isEveryHandlerFinished);
        if (isStopped(StopReason.Failed.class)) {
            throw ApplicationFailure.newNonRetryableFailure(
                    "The run has failed at step '" + checkpoint.step() + "'.", FAILED, look());
        }
        return look();
    }

    /** Between two visits. What came from outside is done first, because the next execution does not know it. */
    private boolean isTimeToContinueAsNew() {
        return cancelledBy == null
                && !answers.isRoutable()
                && (visits >= start.visitsPerExecution()
                        || effects.areMany()
                        || log.isLong()
                        || Workflow.getInfo().isContinueAsNewSuggested());
    }

    private void continueAsNew() {
        isContinuing = true;
        Workflow.await(Workflow::isEveryHandlerFinished);
        isContinuing = false;
        if (isTimeToContinueAsNew()) {
            Workflow.continueAsNew(look());
        }
    }

    private void proceed() {
        if (cancelledBy != null) {
            log.cancelled(cancelledBy);
            end(new StopReason.Cancelled(cancelledBy));
        } else if (isOver(deadline())) {
            StepFailure<?> late = new StepFailure<>(
                    checkpoint.step(),
                    checkpoint.visit(),
                    checkpoint.attempt(),
                    ErrorCode.DEADLINE_EXCEEDED,
                    "",
                    "The run's time is over.");
            log.failed(late);
            end(new StopReason.Failed(EventJson.failure(late)));
        } else if (answers.isRoutable()) {
            route();
        } else if (start.isEarly(now())) {
            await(start.notBefore(), () -> cancelledBy != null || isTimeToContinueAsNew());
        } else if (stop == null) {
            visit();
        } else {
            pause(stop);
        }
    }

    private void visit() {
        visits++;
        PermissionMode entered = mode;
        VisitLeft visit = visiting.visit(mode, checkpoint, state, deadline(), () -> cancelledBy != null);
        effects.end(visit.ends(), now());
        VisitResult left = visit.result();
        if (left == null) {
            interrupted();
            return;
        }
        log.add(left.events());
        if (left.messages() instanceof MessageWrite.Replies replies) {
            messages = messages.replied(replies);
        }
        enter(left.checkpoint(), left.state());
        Due due = left.due();
        Long dueAt = due == null
                ? null
                : Long.valueOf(due.from(Instant.ofEpochMilli(now())).toEpochMilli());
        StopReason reason = left.stopReason();
        if (reason instanceof StopReason.Delayed) {
            delayedUntil = dueAt;
            await(dueAt, () -> cancelledBy != null);
            delayedUntil = null;
        } else if (reason != null && reason.status().isEnd()) {
            end(reason);
        } else if (reason != null) {
            effects.stopped(reason, now());
            if (visit.refused() != null && reason instanceof StopReason.QuestionAsked again) {
                answers.reopen(again);
            }
            Long until = reason instanceof StopReason.Parked ? null : dueAt;
            stop = new Stop.Stopped(reason, until, visit.refused(), visit.mailbox());
            if (mode != entered) {
                unparkIfPermitted();
            }
            // A message that has come before the run is taken even if the time for one is over.
            takeFirst();
        }
    }

    /** The visit has no result: its worker is gone, or cannot read it, or the run is to end. */
    private void interrupted() {
        if (visiting.isCrashed()) {
            checkpoint =
                    checkpoint.again(checkpoint.attempt(), checkpoint.crashes() + 1, checkpoint.budgetStartVisit());
            log.takenOver(checkpoint);
        } else if (visiting.blocked() == null && cancelledBy == null && !isOver(deadline())) {
            log.resumed(checkpoint);
        }
        stop = visiting.blocked();
    }

    private void enter(StepEntry next, @Nullable Json changed) {
        if (next.visit() > checkpoint.visit()) {
            effects.left(checkpoint.visit());
        }
        checkpoint = next;
        state = changed == null ? state : changed;
    }

    private void end(StopReason why) {
        effects.stopped(why, now());
        if (why.status().dropsValues()) {
            effects.left(checkpoint.visit()); // only a run that has failed is tried again
            checkpoint = checkpoint.withoutValues();
        }
        stop = new Stop.Stopped(why, null, null, List.of());
        messages = messages.changed();
    }

    private boolean isStopped(Class<? extends StopReason> why) {
        return stop != null && why.isInstance(stop.reason());
    }

    /** Waits until something comes from outside, or a time is over. */
    private void pause(Stop paused) {
        if (paused instanceof Stop.Blocked) {
            messages = messages.changed(); // who asks gets the error
        }
        Long until = paused instanceof Stop.Stopped stopped ? stopped.dueAt() : Long.valueOf(now() + BLOCKED_MILLIS);
        await(
                until,
                () -> cancelledBy != null
                        || stop != paused
                        || isOver(until)
                        || messages.first(paused.mailbox()) != null
                        || isTimeToContinueAsNew());
        if (stop == paused && cancelledBy == null && isOver(until)) {
            goOn(paused);
        } else if (stop == paused) {
            takeFirst();
        }
    }

    private void goOn(Stop paused) {
        stop = paused instanceof Stop.Blocked blocked ? blocked.listening() : null;
        if (stop == null) {
            answers.put(paused.unrouted());
        }
    }

    /** Takes the first message for which the run listens, if one waits (Q6). */
    private void takeFirst() {
        Messages.Message first = stop == null ? null : messages.first(stop.mailbox());
        if (first == null || cancelledBy != null || !(stop instanceof Stop.Stopped listening)) {
            return;
        }
        stop = null;
        taking = first;
        Visiting.Routed routed =
                visiting.route(mode, checkpoint, state, new Answers.Routable(listening, null, null, first));
        taking = null;
        StepEntry next = routed.checkpoint();
        Stop.Blocked blocked = routed.blocked();
        if (next != null) {
            log.taken(checkpoint, first);
            messages = messages.taken(first, next.visit());
            checkpoint = next;
        } else {
            stop = blocked == null
                    ? listening
                    : new Stop.Blocked(blocked.code(), blocked.message(), listening.unrouted());
        }
    }

    private void route() {
        Answers.Routable routable = answers.take();
        Visiting.Routed routed = visiting.route(mode, checkpoint, state, routable);
        if (routed.checkpoint() != null) {
            if (routable.answer() == null) {
                log.over(checkpoint, routable.paused());
            }
            checkpoint = routed.checkpoint();
        } else if (routable.answer() != null && routed.isInvalid()) {
            answers.reopen((StopReason.QuestionAsked) routable.paused().reason());
            log.refused(checkpoint, routable.paused(), routed.reason());
            stop = routable.paused().again(routed.reason(), now());
        } else {
            stop = routed.blocked() == null ? routable.paused() : routed.blocked();
        }
    }

    @Override
    public RunState.Start begin() {
        return start;
    }

    @Override
    public RunState rest() {
        Workflow.await(() -> stop != null || isContinuing);
        rests++;
        return look();
    }

    @Override
    public void resume() {
        if (isStopped(StopReason.Parked.class) && !effects.holdRun(checkpoint.visit())) {
            unpark();
        } else if (stop instanceof Stop.Blocked blocked) {
            goOn(blocked);
        }
    }

    @Override
    public Taken answer(GivenAnswer given) {
        Taken taken = answers.give(given, start.run(), checkpoint, stop, now());
        if (taken.isTaken() && isStopped(StopReason.QuestionAsked.class) && answers.isRoutable()) {
            stop = null;
            log.answered(given);
        }
        return taken;
    }

    @Override
    public void mode(PermissionMode changed, String by) {
        if (stop != null && stop.isEnd()) {
            return;
        }
        mode = changed;
        log.modeChanged(changed, by);
        unparkIfPermitted();
    }

    private void unparkIfPermitted() {
        PermissionMode required =
                stop != null && stop.reason() instanceof StopReason.Parked parked ? parked.required() : null;
        if (required != null && mode.permits(required)) {
            unpark();
        }
    }

    @Override
    public void cancel(String by) {
        cancelledBy = cancelledBy == null ? by : cancelledBy;
        Workflow.await(() -> (stop != null && stop.isEnd()) || isContinuing);
    }

    @Override
    public Recorded beginEffect(long fencingToken, EffectStart effect) {
        if (!visiting.isCurrent(fencingToken)) {
            return Recorded.of(null);
        }
        effects.end(effect.earlier(), now());
        long others = start.document().size()
                + state.size()
                + size(checkpoint.input())
                + size(checkpoint.ruleState())
                + messages.bytes();
        String refusal = effects.refusal(effect, others);
        return refusal == null ? Recorded.of(effects.begin(fencingToken, effect, now())) : new Recorded(null, refusal);
    }

    private static long size(@Nullable Json value) {
        return value == null ? 0 : value.size();
    }

    @Override
    public boolean endEffects(long fencingToken, List<EffectEnd> ends) {
        boolean isCurrent = visiting.isCurrent(fencingToken);
        if (isCurrent) {
            effects.endNow(ends, now());
        }
        return isCurrent;
    }

    @Override
    public Recorded resolve(EffectResolution resolution) {
        EffectRecord resolved = effects.resolve(resolution, now());
        if (resolved != null) {
            log.note(List.of(resolution.event(resolved.step(), resolved.id().visit())));
        }
        if (resolved != null
                && stop != null
                && stop.reason() instanceof StopReason.Parked parked
                && parked.required() == null
                && !effects.holdRun(checkpoint.visit())) {
            unpark();
        }
        return Recorded.of(resolved);
    }

    @Override
    public void checkTell(NewMessage message, String graph, @Nullable String thread) {
        boolean isOther = !graph.equals(start.graph()) || !(thread == null || thread.equals(start.thread()));
        if (isOther || !meet(message).isStored(message)) {
            throw new IllegalStateException(NOT_TOLD + Objects.requireNonNullElse(effects.refusalOfMessages(), ""));
        }
    }

    @Override
    public Messages.Told tell(NewMessage message, String graph, @Nullable String thread) {
        Messages.Told told = meet(message);
        effects.count();
        if (told.isStored(message)) {
            messages = messages.with(message);
        }
        return told;
    }

    private Messages.Told meet(NewMessage message) {
        Status status = stop != null && stop.isEnd()
                ? Objects.requireNonNull(stop.reason()).status()
                : Status.RUNNING;
        return messages.meet(message, status, effects.refusalOfMessages());
    }

    @Override
    public boolean withdraw(List<String> mailbox, String id) {
        effects.count();
        Messages.Message found = messages.find(mailbox, id);
        if (found == null || found.takenIn() != null || found.equals(taking)) {
            return false;
        }
        messages = messages.without(found);
        if (stop instanceof Stop.Blocked blocked) {
            goOn(blocked); // perhaps it was the message that the build does not accept
        }
        return true;
    }

    @Override
    public void hear(int changes) {
        effects.count();
        Workflow.await(() -> messages.changes() != changes || isContinuing);
        if (messages.changes() == changes) {
            messages = messages.changed(); // the next one who asks gets an update of its own
        }
    }

    /** Lets a parked run continue, since its reason has changed or a caller asks for another try. */
    private void unpark() {
        stop = null;
        log.resumed(checkpoint);
    }

    @Override
    public RunState look() {
        return new RunState(
                start,
                mode,
                checkpoint,
                state,
                stop,
                delayedUntil,
                rests,
                visiting.fencingToken(),
                answers.answered(),
                effects.all(now()),
                messages,
                log.end());
    }

    @Override
    public LogPage log(long after) {
        return log.page(after, visiting.fencingToken(), stop != null && stop.isEnd());
    }

    private @Nullable Long deadline() {
        Long millis = start.deadlineMillis();
        return millis == null ? null : Long.valueOf(start.beganAt() + millis);
    }

    private static boolean isOver(@Nullable Long time) {
        return time != null && now() >= time;
    }

    private static long now() {
        return Workflow.currentTimeMillis();
    }

    private void await(@Nullable Long until, Supplier<Boolean> isReached) {
        Long deadline = deadline();
        Long end = until == null || (deadline != null && deadline < until) ? deadline : until;
        if (end == null) {
            Workflow.await(isReached);
        } else {
            Duration left = Duration.ofMillis(Math.max(0, Objects.requireNonNull(end) - now()));
            Workflow.await(Horizon.within(left), isReached);
        }
    }
}
