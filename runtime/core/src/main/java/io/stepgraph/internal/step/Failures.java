package io.stepgraph.internal.step;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.graph.RetryPolicy;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides about exceptions: whether the step is tried again, and which failure is stored (R6, R7). */
public final class Failures {
    /** The limit of a stored message, which people read; a message can be as long as the answer of a server. */
    private static final int LONGEST_MESSAGE = 4_000;

    private static final String NOT_TAKEN = "The store did not accept the message.";

    public static final String TIME_IS_OVER = "The run's time is over.";

    private Failures() {}

    /** Whether the step asks for another attempt after this. */
    static boolean mayBeRetried(StepCursor<?, ?> cursor, AttemptResult.Failed<?, ?> failed) {
        RetryPolicy retry = cursor.step.spec.retry();
        Throwable thrown = failed.thrown();
        if (retry == null
                || cursor.attempt >= retry.attempts()
                || failed.origin() == AttemptResult.Origin.RESULT
                || hasCode(thrown, ErrorCode.NULL_RETURNED)) {
            return false;
        }
        if (thrown instanceof TransientException || failed.origin() == AttemptResult.Origin.TIMEOUT) {
            return true;
        }
        for (Class<? extends Throwable> type : retry.on()) {
            if (type.isInstance(thrown)) {
                return true;
            }
        }
        return false;
    }

    /** The failure to store. */
    static StepFailure<?> of(StepCursor<?, ?> cursor, AttemptResult.Failed<?, ?> failed) {
        Throwable thrown = failed.thrown();
        return new StepFailure<>(
                cursor.step.name, cursor.visit, cursor.attempt, code(failed), type(thrown), message(thrown));
    }

    /** Whether the step has another one that takes the failure. */
    static boolean isHandled(StepPlan<?> step, Throwable thrown) {
        List<Class<? extends Throwable>> taken = step.spec.failures();
        return step.spec.onFailure() != null
                && (taken.isEmpty() || taken.stream().anyMatch(type -> type.isInstance(thrown)));
    }

    /** The failure that the step itself has chosen. */
    static StepFailure<?> chosen(StepCursor<?, ?> cursor, String reason) {
        return withoutCause(cursor, ErrorCode.FAILED_BY_STEP, reason);
    }

    /** The failure for the step that handles it. */
    @SuppressWarnings("NullAway") // the input may be null where its type is not declared
    static StepFailure<?> handled(StepFailure<?> failure, List<StepFailure.InDoubt> effects, @Nullable Object input) {
        return new StepFailure<>(
                failure.step(),
                failure.visit(),
                failure.attempt(),
                failure.code(),
                failure.type(),
                failure.message(),
                effects,
                input);
    }

    /** The reason for which a run parks whose attempts are over while effects of the visit are in doubt (E4). */
    static String inDoubt(StepFailure<?> failure, List<StepFailure.InDoubt> effects) {
        String names = effects.stream()
                .map(effect -> "'" + EffectRequest.label(effect.name(), effect.item(), 1) + "'")
                .collect(Collectors.joining(", "));
        return "Step '" + failure.step() + "' has failed, and nobody knows whether it performed " + names
                + ". Find out, and resolve each. The failure: " + failure.message();
    }

    /** The class of an exception, as text to store. */
    public static String type(Throwable thrown) {
        return thrown.getClass().getName();
    }

    /** The failure of a visit that would be one too many, or whose process has died too often (R4, R8). */
    static StepFailure<?> overBudget(StepCursor<?, ?> cursor, StepLoop.Budgets budgets) {
        String step = cursor.step.name;
        return cursor.crashes >= budgets.maxCrashes()
                ? withoutCause(
                        cursor,
                        ErrorCode.CRASH_LOOP,
                        "The process that executed step '" + step + "' died, or ran out of memory, in " + cursor.crashes
                                + " attempts of this visit. Find out why, then retry the run.")
                : withoutCause(
                        cursor,
                        ErrorCode.MAX_STEPS_EXCEEDED,
                        "The run has made " + budgets.maxSteps()
                                + " visits since its start or the last answer, raised mode or retry, and would enter step '"
                                + step
                                + "' next. Break the loop, or allow the runner more with maxSteps, and retry"
                                + " the run.");
    }

    /** A failure that nothing was thrown for. */
    public static StepFailure<?> withoutCause(StepCursor<?, ?> cursor, ErrorCode code, String message) {
        return new StepFailure<>(cursor.step.name, cursor.visit, cursor.attempt, code, "", cut(message));
    }

    /** A short form of a failure that is too large for the store. */
    static StepFailure<?> withoutMessage(StepFailure<?> failure) {
        return new StepFailure<>(
                failure.step(), failure.visit(), failure.attempt(), failure.code(), failure.type(), NOT_TAKEN);
    }

    private static ErrorCode code(AttemptResult.Failed<?, ?> failed) {
        Throwable thrown = failed.thrown();
        return switch (failed.origin()) {
            case TIMEOUT -> ErrorCode.STEP_TIMED_OUT;
            case HOOK -> ErrorCode.HOOK_FAILED;
            case RESULT -> thrown instanceof StepgraphException known ? known.code() : ErrorCode.NOT_STORABLE;
            // A step that runs another graph may throw others of ours, which say nothing of this step.
            case STEP -> hasCode(thrown, ErrorCode.NULL_RETURNED) ? ErrorCode.NULL_RETURNED : ErrorCode.STEP_FAILED;
        };
    }

    /** Whether a store has refused to store a call (C2). */
    static boolean refusesCall(StepgraphException thrown) {
        return thrown.code() == ErrorCode.START_CONFLICT || thrown.code() == ErrorCode.FAMILY_TOO_LARGE;
    }

    /** Whether this is an error of ours with a code. */
    public static boolean hasCode(Throwable thrown, ErrorCode code) {
        return thrown instanceof StepgraphException known && known.code() == code;
    }

    /**
     * Throws an error of the virtual machine again, such as OutOfMemoryError. It is not a failure of user code: it
     * breaks the loop, which counts as a crash of the visit (R4).
     */
    public static void throwIfBroken(@Nullable Throwable thrown) {
        if (isBroken(thrown)) {
            throw (VirtualMachineError) thrown;
        }
    }

    /** Whether it is an error of the virtual machine, and not of user code. */
    public static boolean isBroken(@Nullable Throwable thrown) {
        return thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
    }

    /** The message of an exception, to store; empty if it has none, or its method throws. */
    public static String message(Throwable thrown) {
        String message;
        try {
            message = thrown.getMessage();
        } catch (Throwable rude) {
            return "";
        }
        return message == null ? "" : cut(message);
    }

    /** Cuts a text to the length that is stored. */
    static String cut(String text) {
        if (text.length() <= LONGEST_MESSAGE) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST_MESSAGE - 1)) ? LONGEST_MESSAGE - 1 : LONGEST_MESSAGE;
        return text.substring(0, end) + "…";
    }
}
