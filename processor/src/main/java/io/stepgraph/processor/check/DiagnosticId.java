package io.stepgraph.processor.check;

import io.stepgraph.processor.model.GeneratedNames;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The diagnostics of the processor, each with a stable {@link #id}.
 *
 * <p>{@code @SuppressWarnings("stepgraph:<Id>")} on the class, the method or the field silences a
 * warning, or an error that declares itself suppressible. The processor's option {@code -Astepgraph.strict=true} makes
 * all other warnings errors.
 */
public enum DiagnosticId {
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
    PARAMETER_ORDER,
    INPUT_IS_STATE,
    TOO_MANY_PARAMETERS,
    CUSTOM_EVENT_MISMATCH,
    BAD_EFFECT,
    UNDECLARED_EFFECT,
    MISSING_ITEM,
    EFFECT_WITHOUT_CONTEXT,
    WORK_WITHOUT_TRANSACTION,
    CONTEXT_IN_WORK,
    TRANSACTIONAL_WITHOUT_CONTEXT,

    EMPTY_NEXT,
    DUPLICATE_NEXT,
    UNKNOWN_STEP,
    UNREACHABLE_STEP,
    NO_WAY_TO_END,
    UNBOUNDED_LOOP(Severity.WARNING),

    MISSING_INPUT,
    INPUT_MISMATCH,
    UNUSED_RETURN,
    LOST_ASSIGNMENT(Severity.WARNING),
    WRONG_RETURN,
    OUTPUT_MISMATCH,

    VOID_QUESTION,
    BAD_MAILBOX,
    OPEN_ANSWER,
    DUPLICATE_ANSWER,
    UNANSWERED_VARIANT,
    AMBIGUOUS_ANSWER,
    ANSWER_NOT_TAKEN,
    UNHANDLED_EXPIRY,
    UNKNOWN_TIME,
    BAD_ROLE,
    UNKNOWN_ROLE,
    OTHER_THAN_WHOM,
    UNKNOWN_GATE,
    UNGATED_PATH,
    DIRECT_CALL,
    NO_SUCH_ANSWER,
    NOT_EXACT,
    AMBIGUOUS_ACTION,
    BAD_ACTION,
    UNBOUND_REQUEST,
    NO_REPLY(Severity.WARNING),
    OPEN_GATE(Severity.WARNING),
    UNBOUND_EFFECT(Severity.WARNING),
    EFFECT_BESIDE_GATE(Severity.WARNING),
    HIDDEN_FIELD(Severity.WARNING),

    UNKNOWN_AGENT,
    NOT_AN_AGENT,
    HIDDEN_AGENT,
    UNUSED_AGENT(Severity.WARNING),
    WRONG_STARTS,
    WRONG_RESULTS,
    RESULT_NOT_TAKEN,
    UNHANDLED_RESULT,
    AMBIGUOUS_RESULT,
    FORGED_RESULTS,
    RETRY_OF_CALL,
    RECURSIVE_CALL,
    MODE_ABOVE_CALL,
    BAD_LIMIT,

    BAD_DURATION,
    BAD_WAIT,
    BAD_NUMBER,
    BAD_FAILURE_STEP,
    IN_DOUBT_WITHOUT_FAILURE_STEP,
    FAILURE_LOOP(Severity.WARNING),
    BAD_THEN,

    AMBIGUOUS_TYPE_NAME,
    UNSAFE_TYPING,
    UNSTORABLE_TYPE(Severity.SUPPRESSIBLE_ERROR),
    TRANSIENT_FIELD(Severity.WARNING);

    /** The degree of certainty that the code is wrong. */
    public enum Severity {
        /** The code is wrong. */
        ERROR,
        /** The code is wrong, unless the user suppresses the error. */
        SUPPRESSIBLE_ERROR,
        /** The code may be intended. */
        WARNING
    }

    private final Severity severity;

    DiagnosticId() {
        this(Severity.ERROR);
    }

    DiagnosticId(Severity severity) {
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
