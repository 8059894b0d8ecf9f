package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.answer.AnswerRules;
import io.stepgraph.internal.answer.QuestionEnd;
import io.stepgraph.internal.answer.TicketSecrets;
import io.stepgraph.internal.codec.AnsweredQuestions;
import io.stepgraph.internal.codec.EncodedValue;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.effect.RunLedger;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.log.EventOutbox;
import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.LastQuestion;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.step.StepResult;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.CalledAgent;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.Horizon;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.NewCall;
import io.stepgraph.store.NewChild;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.VisitResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns the result of a visit into JSON, as an engine stores it. It knows the stored values of the visit: what has not
 * changed is not written again, and each attempt gets copies of its own. The run continues with values of open types,
 * and with mutable inputs, as they are read back (R5).
 */
public final class VisitWriter<S, N extends Enum<N>> {
    /** The number of called runs that the log names. */
    private static final int SHOWN = 10;

    private final RunRef run;
    private final GraphCodecs<N> codecs;
    private final AnsweredQuestions<N> answered;
    private final EventOutbox outbox;

    // Of the visit.
    private Json state;
    private @Nullable Json input;
    private @Nullable Json ruleState;
    private @Nullable RuleState countedWhenStored;

    // Of its result.
    private Json newState;
    private @Nullable Json newValue;

    /**
     * A writer for the visits of a run, from one on.
     *
     * @param state the stored state
     * @param stored the stored checkpoint
     * @param ruleState what is known of the graph's own rules there, as it was read
     */
    public VisitWriter(
            RunRef run,
            GraphCodecs<N> codecs,
            AnsweredQuestions<N> answered,
            EventOutbox outbox,
            Json state,
            StepEntry stored,
            @Nullable RuleState ruleState) {
        this.run = run;
        this.codecs = codecs;
        this.answered = answered;
        this.outbox = outbox;
        this.state = state;
        this.input = stored.input();
        this.ruleState = stored.ruleState();
        this.countedWhenStored = ruleState;
        this.newState = state;
    }

    /** Writes the values of a result. Returns the same with the values that the run continues with. */
    @SuppressWarnings("unchecked") // a value that is read back of a state is one
    public StepResult.Next<S, N> encode(StepCursor<S, N> cursor, StepResult.Next<S, N> next) {
        S left = (S) encodeState(cursor, next.state()).value();
        Object input = next.input();
        newValue = null;
        Object handed =
                input == null ? null : encodeValue(codecs.input(next.target()).store(input));
        return left == next.state() && handed == input
                ? next
                : new StepResult.Next<>(next.target(), left, handed, next.ruleState());
    }

    /** The same for a question, a call, a wait or an end. */
    @SuppressWarnings("unchecked") // a value that is read back of a state is one
    public StepResult<S, N> encode(StepCursor<S, N> cursor, StepResult<S, N> stop) {
        if (stop instanceof StepResult.Asked<S, N> asked) {
            S left = (S) encodeState(cursor, asked.state()).value();
            Object question = encodeValue(codecs.question(cursor.step).store(asked.question()));
            answered.checkAsked(cursor, Objects.requireNonNull(newValue));
            return new StepResult.Asked<>(left, question, asked.expires());
        }
        if (stop instanceof StepResult.Paused<S, N> paused) {
            S left = (S) encodeState(cursor, paused.state()).value();
            return new StepResult.Paused<>(left, paused.until(), paused.from());
        }
        if (stop instanceof StepResult.Called<S, N> called) {
            S left = (S) encodeState(cursor, called.state()).value();
            return new StepResult.Called<>(left, called.starts());
        }
        StepResult.Completed<S, N> completed = (StepResult.Completed<S, N>) stop;
        EncodedValue left = encodeState(cursor, completed.state());
        boolean isState = completed.result() == completed.state() && codecs.outputIsState();
        Object output = encodeValue(isState ? left : codecs.output().store(completed.result()));
        return new StepResult.Completed<>((S) left.value(), output);
    }

    private EncodedValue encodeState(StepCursor<S, N> cursor, S left) {
        boolean isAsStored = left == cursor.state && codecs.state().isImmutable();
        EncodedValue stored = isAsStored ? new EncodedValue(state, left) : codecs.left(cursor.step, left);
        newState = stored.json();
        return stored;
    }

    private Object encodeValue(EncodedValue stored) {
        newValue = stored.json();
        return stored.value();
    }

    /** Returns how a visit is left by a result, of which the values were encoded just before. */
    public VisitResult result(StepCursor<S, N> cursor, StepResult<S, N> result, ModeGate gate) {
        return replying(cursor, left(cursor, result, gate));
    }

    /** Adds the replies that the step has given (Q9). */
    private static VisitResult replying(StepCursor<?, ?> cursor, VisitResult left) {
        return cursor.replies.isEmpty()
                ? left
                : left.with(new MessageWrite.Replies(cursor.replies.stream()
                        .map(reply -> new MessageWrite.Reply(reply.number(), Json.of(reply.reply())))
                        .toList()));
    }

    private VisitResult left(StepCursor<S, N> cursor, StepResult<S, N> result, ModeGate gate) {
        if (result instanceof StepResult.Next<S, N> next) {
            return entered(cursor, next, Duration.ZERO, null, finished(cursor, next.target().name));
        }
        if (result instanceof StepResult.Taken<S, N> taken) {
            return taken(cursor, taken);
        }
        if (result instanceof StepResult.Handled<S, N> handled) {
            StepFailure<?> failure = handled.failure();
            RunEvent report =
                    new RunEvent.StepFailed(run.id(), failure, handled.next().target().name, outbox.elapsed());
            return entered(
                    cursor, handled.next(), handled.delay(), codecs.failure().write(failure), report);
        }
        if (result instanceof StepResult.Asked<S, N> asked) {
            return asked(cursor, asked);
        }
        if (result instanceof StepResult.Paused<S, N> paused) {
            return paused(cursor, paused);
        }
        if (result instanceof StepResult.Refused<S, N> refused) {
            return refused(cursor, refused);
        }
        if (result instanceof StepResult.Completed<S, N> completed) {
            RunEvent end = new RunEvent.Completed(run.id(), completed.result());
            StopReason reason = new StopReason.Completed(Objects.requireNonNull(newValue));
            return new VisitResult(
                    here(cursor), changedState(), reason, null, outbox.upTo(null, finished(cursor, null), end));
        }
        if (result instanceof StepResult.Parked<S, N> parked) {
            return parked(cursor, parked, gate);
        }
        StepFailure<?> failure = ((StepResult.Failed<S, N>) result).failure();
        Json stored = codecs.failure().write(failure);
        RunEvent report = new RunEvent.Failed(run.id(), failure, outbox.elapsed());
        return new VisitResult(here(cursor), null, new StopReason.Failed(stored), null, outbox.upTo(stored, report));
    }

    private StepEntry next(StepCursor<S, N> cursor, StepResult.Next<S, N> next, long budgetStartVisit) {
        return new StepEntry(
                next.target().name, newValue, cursor.visit + 1, 1, 0, budgetStartVisit, written(next.ruleState()));
    }

    /** A message gives a new budget (Q11). */
    private VisitResult taken(StepCursor<S, N> cursor, StepResult.Taken<S, N> taken) {
        Json message = codecs.answers(cursor.step).write(taken.message());
        RunEvent report = new RunEvent.MessageTaken(
                run.id(), cursor.step.name, cursor.visit, taken.id(), taken.by(), taken.message());
        return new VisitResult(
                next(cursor, taken.next(), cursor.visit + 1),
                changedState(),
                null,
                null,
                outbox.upTo(message, finished(cursor, taken.next().target().name), report));
    }

    private VisitResult entered(
            StepCursor<S, N> cursor,
            StepResult.Next<S, N> next,
            Duration delay,
            @Nullable Json value,
            RunEvent report) {
        StepEntry entry = next(cursor, next, cursor.budgetStartVisit);
        boolean isDue = delay.isZero();
        StopReason wait = isDue ? null : new StopReason.Delayed();
        return new VisitResult(entry, changedState(), wait, isDue ? null : Due.in(delay), outbox.upTo(value, report));
    }

    private VisitResult asked(StepCursor<S, N> cursor, StepResult.Asked<S, N> asked) {
        Json written = Objects.requireNonNull(newValue);
        Due computed = asked.expires() == null ? null : Horizon.within(asked.expires());
        QuestionEnd end = computed == null ? null : new QuestionEnd(computed);
        StopReason.QuestionAsked reason =
                new StopReason.QuestionAsked(TicketSecrets.newNonce(), written, answerSchema(cursor, end));
        StepEntry here = here(cursor);
        RunEvent report =
                new RunEvent.QuestionAsked(run.id(), ticket(here, reason), asked.question(), outbox.elapsed());
        return new VisitResult(
                here,
                changedState(),
                reason,
                computed == null ? cursor.step.fixedEnd() : computed,
                outbox.upTo(written, report));
    }

    /** The schema of the answers to the question that an interrupt asks in this visit, with its rule and its end. */
    private Json answerSchema(StepCursor<S, N> cursor, @Nullable QuestionEnd end) {
        AnswerRule rule = AnswerRules.of(codecs.plan, cursor);
        Json schema = codecs.answers(cursor.step).schema();
        Json ruled = rule == null ? schema : rule.in(schema);
        return end == null ? ruled : end.in(ruled);
    }

    /** Whether the step may refuse the answer that has led to this visit; these are the effects of the run. */
    public boolean mayRefuse(StepCursor<S, N> cursor, RunLedger effects) {
        LastQuestion question = RuleState.lastQuestion(cursor.ruleState);
        StepPlan<N> interrupt = question == null ? null : codecs.plan.find(question.step());
        return interrupt != null && interrupt.isInterrupt && !effects.hasBegun(cursor.visit);
    }

    private VisitResult refused(StepCursor<S, N> cursor, StepResult.Refused<S, N> refused) {
        LastQuestion question = Objects.requireNonNull(RuleState.lastQuestion(cursor.ruleState));
        StepEntry at = AnswerRouter.asked(question);
        StepPlan<N> interrupt = codecs.plan.known("Run '" + run.id() + "'", at.step());
        StepCursor<S, N> asks =
                new StepCursor<>(interrupt, cursor.state, null, codecs.readRuleState(at.ruleState(), interrupt));
        Instant until = question.until();
        QuestionEnd end = until == null ? null : new QuestionEnd(Due.at(until));
        StopReason.QuestionAsked reason =
                new StopReason.QuestionAsked(question.nonce(), Json.of(question.question()), answerSchema(asks, end));
        RunEvent report = new RunEvent.AnswerRefused(run.id(), ticket(at, reason), Failures.message(refused.thrown()));
        return new VisitResult(
                at,
                null,
                reason,
                end == null ? null : end.again(refused.at(), refused.at()),
                outbox.upTo(null, report));
    }

    private VisitResult paused(StepCursor<S, N> cursor, StepResult.Paused<S, N> paused) {
        Due until = paused.until() == null ? null : Horizon.within(paused.until());
        RunEvent report = new RunEvent.Waiting(
                run.id(),
                cursor.step.name,
                cursor.visit,
                until == null ? null : until.from(paused.from()),
                outbox.elapsed());
        StepEntry here = here(cursor, cursor.attempt, paused.budgetStartVisit(cursor));
        boolean isMailbox = cursor.step.isMailbox;
        return new VisitResult(
                isMailbox ? here.withRuleState(written(RuleState.listening(cursor.ruleState, codecs.plan))) : here,
                changedState(),
                isMailbox ? new StopReason.Listens() : new StopReason.Waits(),
                until,
                outbox.upTo(null, report));
    }

    /** Returns how a visit is left by a call of these runs, once its state was encoded (C2). */
    public VisitResult called(StepCursor<S, N> cursor, NewCall call) {
        StepSpec.Call declared = Objects.requireNonNull(cursor.step.spec.call());
        List<String> agents = declared.agents().stream().map(CalledAgent::name).toList();
        int size = call.children().size();
        List<String> first =
                call.children().stream().limit(SHOWN).map(NewChild::id).toList();
        RunEvent report = new RunEvent.Called(run.id(), cursor.step.name, cursor.visit, size, first, outbox.elapsed());
        Due due = declared.timeout() == null ? null : Due.in(declared.timeout());
        StopReason reason = new StopReason.Called(agents, size);
        return replying(
                cursor, new VisitResult(here(cursor), changedState(), reason, due, outbox.upTo(null, report), call));
    }

    /**
     * Somebody's decision lets a parked run continue: the budget is counted from here. A worker with a higher maxMode
     * needs none.
     */
    private VisitResult parked(StepCursor<S, N> cursor, StepResult.Parked<S, N> parked, ModeGate gate) {
        int attempt = parked.isBegun() ? cursor.attempt + 1 : cursor.attempt;
        PermissionMode required = parked.required();
        boolean isForOthers = required != null && gate.isHeldByRunner(required);
        RunEvent report =
                new RunEvent.Parked(run.id(), cursor.step.name, cursor.visit, parked.reason(), outbox.elapsed());
        return new VisitResult(
                here(cursor, attempt, cursor.visit),
                null,
                new StopReason.Parked(parked.reason(), required),
                isForOthers ? Due.in(Duration.ZERO) : null,
                outbox.upTo(null, report));
    }

    /** Returns how a visit is left if another attempt follows. */
    public VisitResult retried(StepCursor<S, N> cursor, Duration delay, Throwable cause) {
        RunEvent report = new RunEvent.StepRetrying(
                run.id(),
                cursor.step.name,
                cursor.visit,
                cursor.attempt,
                outbox.elapsed(),
                delay,
                Failures.type(cause),
                Failures.message(cause),
                cause);
        StepEntry again = here(cursor, cursor.attempt + 1, cursor.budgetStartVisit);
        return new VisitResult(again, null, new StopReason.Delayed(), Due.in(delay), outbox.upTo(null, report));
    }

    private RunEvent finished(StepCursor<S, N> cursor, @Nullable String next) {
        return new RunEvent.StepFinished(
                run.id(), cursor.step.name, cursor.visit, cursor.attempt, next, outbox.elapsed());
    }

    /** The ticket of a question that is asked at this visit. */
    public Ticket ticket(StepEntry at, StopReason.QuestionAsked asked) {
        return run.ticket(at.visit(), at.step(), asked.nonce());
    }

    /** Reads a failure with which the run is to be stopped. */
    public StepFailure<?> failure(Json stopAs) {
        return (StepFailure<?>) codecs.failure().read(stopAs);
    }

    /** The state that was encoded, to be written; null if the stored one stays. */
    private @Nullable Json changedState() {
        return newState.equals(state) ? null : newState;
    }

    private StepEntry here(StepCursor<S, N> cursor) {
        return here(cursor, cursor.attempt, cursor.budgetStartVisit);
    }

    private StepEntry here(StepCursor<S, N> cursor, int attempt, long budgetStartVisit) {
        return new StepEntry(
                cursor.step.name,
                input,
                cursor.visit,
                attempt,
                cursor.crashes,
                budgetStartVisit,
                written(cursor.ruleState));
    }

    private @Nullable Json written(@Nullable RuleState counted) {
        return counted == countedWhenStored ? ruleState : codecs.write(counted);
    }

    /** The visit that a result leads to is stored, and is the present one. */
    public void follow(StepResult.Next<S, N> next, VisitResult stored) {
        state = newState;
        input = stored.checkpoint().input();
        ruleState = stored.checkpoint().ruleState();
        countedWhenStored = next.ruleState();
    }

    /**
     * Gives a position new copies of the values that the visit was entered with.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if one cannot be read
     */
    @SuppressWarnings("unchecked") // the codec of the state gives states
    public void restore(StepCursor<S, N> cursor) {
        try {
            cursor.state = (S) codecs.state().read(state);
            cursor.input = input == null ? null : codecs.input(cursor.step).read(input);
        } catch (UnreadableValueException unreadable) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "Run '" + run.id() + "' cannot continue at step '" + cursor.step.name
                            + "': what was stored for it cannot be read back. " + unreadable.getMessage(),
                    unreadable);
        }
    }
}
