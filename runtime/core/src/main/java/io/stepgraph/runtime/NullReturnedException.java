package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** A step returned null where its value is needed. Fails the step without retry. */
public final class NullReturnedException extends StepgraphException {
    private static final long serialVersionUID = 1;

    NullReturnedException() {
        super(ErrorCode.NULL_RETURNED, "It returned null; return a value, or declare the method void.");
    }

    public static <T> T check(@Nullable T value) {
        if (value == null) {
            throw new NullReturnedException();
        }
        return value;
    }
}
