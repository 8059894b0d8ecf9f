package io.stepgraph.internal.visit;

import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.GateEntry;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.StopReason;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the positions of stored runs of one graph. It finds everything that can be wrong with one before anything is
 * changed (S2).
 */
public final class CheckpointReader<S, N extends Enum<N>> {
    private final GraphPlan<N> plan;
    private final GraphCodecs<N> codecs;

    public CheckpointReader(GraphCodecs<N> codecs) {
        this.plan = codecs.plan;
        this.codecs = codecs;
    }

    /**
     * The interrupt that a run stands at.
     *
     * @param what the run, for messages: {@code Run 'one'}
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have it
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the step is not an interrupt in this
     *     build
     */
    public StepPlan<N> interrupt(String what, String name) {
        StepPlan<N> step = plan.known(what, name);
        return checked(step, step.isInterrupt, what + " has asked a question", "an interrupt");
    }

    /**
     * The wait that a run stands at.
     *
     * @param what the run, for messages: {@code Run 'one'}
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have it
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the step is not a wait in this build
     */
    public StepPlan<N> pause(String what, String name) {
        StepPlan<N> step = plan.known(what, name);
        return checked(step, step.spec.isWait(), what + " waits for a time", "a wait");
    }

    /**
     * The mailbox that a run stands at.
     *
     * @param what the run, for messages: {@code Run 'one'}
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have it
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the step is not a mailbox in this build
     */
    public StepPlan<N> mailbox(String what, String name) {
        StepPlan<N> step = plan.known(what, name);
        return checked(step, step.isMailbox, what + " waits for a message", "a mailbox");
    }

    private StepPlan<N> checked(StepPlan<N> step, boolean isOne, String what, String kind) {
        if (!isOne) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    what + " at step '" + step.name + "', which is not " + kind + " in this build.");
        }
        return step;
    }

    /**
     * Reads the position at which a run continues, with values of its own.
     *
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have the step
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if a value cannot be read
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if the run has entered the step in another build
     *     without what this build demands
     */
    public StepCursor<S, N> cursor(String what, StepEntry stored, @Nullable Json state) {
        ruleState(what, stored);
        return values(what, stored, state);
    }

    /** Reads a position as {@link #cursor} does, without a look at the gates of this build. */
    public StepCursor<S, N> values(String what, StepEntry stored, @Nullable Json state) {
        StepPlan<N> step = plan.known(what, stored.step());
        RuleState ruleState = read(what, stored, () -> codecs.readRuleState(stored.ruleState(), step));
        Json input = stored.input();
        if (step.takesInput != (input != null)) {
            String why = step.takesInput
                    ? "the step takes an input and none is stored."
                    : "an input is stored and the step takes none.";
            throw corrupt(what, stored, why, null);
        }
        StepCursor<S, N> cursor = new StepCursor<>(
                step,
                state(what, stored, state),
                input == null
                        ? null
                        : read(what, stored, () -> codecs.input(step).read(input)),
                ruleState);
        settle(cursor, stored);
        return cursor;
    }

    /**
     * The state of a run.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it cannot be read
     */
    @SuppressWarnings("unchecked") // the codec of the state gives states
    public S state(String what, StepEntry stored, @Nullable Json state) {
        if (state == null) {
            throw corrupt(what, stored, "it has no state.", null);
        }
        return (S) read(what, stored, () -> codecs.state().read(state));
    }

    /**
     * Reads the visits and gates that are counted of a run; null if it counts none. Whatever leads a run on, from a
     * step or from a question, needs them, so this is where builds with other gates are told.
     *
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have the step
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if they cannot be read
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if the run has entered its step in another build
     *     without what this build demands (S2)
     */
    public @Nullable RuleState ruleState(String what, StepEntry stored) {
        StepPlan<N> step = plan.known(what, stored.step());
        RuleState ruleState = read(what, stored, () -> codecs.readRuleState(stored.ruleState(), step));
        GateEntry.check(plan, step, ruleState, what);
        return ruleState;
    }

    /**
     * The outcome of a run that has paused or ended.
     *
     * @param at where it stands
     * @param gate the modes of the run and of its runner
     * @param due when it continues by itself; null if never
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if it waits at a step that this build does not
     *     have
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it cannot be read
     */
    public RunOutcome<N> outcome(RunRef run, StepEntry at, StopReason reason, ModeGate gate, @Nullable Instant due) {
        try {
            if (reason instanceof StopReason.QuestionAsked asked) {
                StepPlan<N> interrupt = interrupt(named(run), at.step());
                Object question = codecs.question(interrupt).read(asked.question());
                return new RunOutcome.QuestionAsked<>(
                        interrupt.step, run.ticket(at.visit(), at.step(), asked.nonce()), question);
            }
            if (reason instanceof StopReason.Waits) {
                return new RunOutcome.Paused<>(pause(named(run), at.step()).step, Objects.requireNonNull(due));
            }
            if (reason instanceof StopReason.Listens) {
                return new RunOutcome.Listening<>(mailbox(named(run), at.step()).step, due);
            }
            if (reason instanceof StopReason.Parked parked) {
                return gate.parked(
                        plan.known(named(run), at.step()), parked.reason(), parked.required(), at.attempt() > 1);
            }
            if (reason instanceof StopReason.Completed completed) {
                return new RunOutcome.Completed<>(codecs.output().read(completed.output()));
            }
            if (reason instanceof StopReason.Failed failed) {
                return new RunOutcome.Failed<>((StepFailure<?>) codecs.failure().read(failed.failure()), null);
            }
            return new RunOutcome.Cancelled<>(((StopReason.Cancelled) reason).by());
        } catch (UnreadableValueException unreadable) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The stop reason of run '" + run.id() + "', " + reason.status() + " at step '" + at.step()
                            + "', cannot be read. " + unreadable.getMessage(),
                    unreadable);
        }
    }

    /** Takes over the counts of a checkpoint. */
    public static void settle(StepCursor<?, ?> cursor, StepEntry stored) {
        cursor.visit = stored.visit();
        cursor.attempt = stored.attempt();
        cursor.crashes = stored.crashes();
        cursor.budgetStartVisit = stored.budgetStartVisit();
    }

    private static String named(RunRef run) {
        return "Run '" + run.id() + "'";
    }

    private static <T extends @Nullable Object> T read(String what, StepEntry stored, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (UnreadableValueException unreadable) {
            throw corrupt(what, stored, String.valueOf(unreadable.getMessage()), unreadable);
        }
    }

    private static StepgraphException corrupt(String what, StepEntry stored, String why, @Nullable Throwable cause) {
        return new StepgraphException(
                ErrorCode.CORRUPT_CHECKPOINT, what + " cannot continue at step '" + stored.step() + "': " + why, cause);
    }
}
