package io.stepgraph.processor.check;

import io.stepgraph.processor.model.GeneratedNames;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * All that the processor reports, each by a stable {@link #id}.
 *
 * <p>{@code @SuppressWarnings("stepgraph:<Id>")} on the class, the method or the field says that something is meant: it
 * silences a warning, and an error that declares itself suppressible. Under the processor's option
 * {@code -Astepgraph.strict=true} all other warnings are errors.
 */
public enum Mistake {
    BAD_OWNER,
    GENERATED_NAME_TAKEN,
    UNKNOWN_START,
    ORPHAN_STEP,
    ORPHAN_ANNOTATION,
    STEP_AND_INTERRUPT,
    MUTABLE_AGENT(Severity.WARNING),
    GRAPH_TOO_LARGE,
    AUXILIARY_AGENT(Severity.WARNING),

    NAME_CLASH,
    FORMERLY_CLASH,
    RESERVED_NAME,
    BAD_METHOD,
    HIDDEN_TYPE,
    MISSING_STATE,
    STATE_MISMATCH,
    INPUT_IS_STATE,
    TOO_MANY_PARAMETERS,
    SIGNAL_MISMATCH,

    EMPTY_NEXT,
    DUPLICATE_NEXT,
    UNKNOWN_STEP,
    UNREACHABLE_STEP,
    NO_WAY_TO_END,
    UNBOUNDED_LOOP(Severity.WARNING),

    MISSING_INPUT,
    INPUT_MISMATCH,
    UNUSED_RETURN,
    WRONG_RETURN,
    OUTPUT_MISMATCH,

    VOID_QUESTION,
    OPEN_ANSWER,
    UNANSWERED_VARIANT,
    AMBIGUOUS_ANSWER,
    ANSWER_NOT_TAKEN,
    UNHANDLED_EXPIRY,
    UNKNOWN_GATE,
    UNGATED_PATH,
    OPEN_GATE(Severity.WARNING),

    BAD_DURATION,
    BAD_NUMBER,
    BAD_FAILURE_STEP,
    FAILURE_LOOP(Severity.WARNING),
    BAD_THEN,

    AMBIGUOUS_TYPE_NAME,
    UNSAFE_TYPING,
    UNSTORABLE_TYPE(Severity.SUPPRESSIBLE_ERROR);

    /** How sure it is that something is wrong. */
    public enum Severity {
        /** It is surely wrong. */
        ERROR,
        /** It is an error unless the user, who may know better, says that it is meant. */
        SUPPRESSIBLE_ERROR,
        /** It may be meant. */
        WARNING
    }

    private final Severity severity;

    Mistake() {
        this(Severity.ERROR);
    }

    Mistake(Severity severity) {
        this.severity = severity;
    }

    public Severity severity() {
        return severity;
    }

    /** Whether {@code @SuppressWarnings} silences it. */
    public boolean isSuppressible() {
        return severity != Severity.ERROR;
    }

    /** The name printed in brackets: {@code UnknownStep}. */
    public String id() {
        return Arrays.stream(name().toLowerCase(Locale.ROOT).split("_", -1))
                .map(GeneratedNames::pascal)
                .collect(Collectors.joining());
    }
}
