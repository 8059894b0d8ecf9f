package io.stepgraph.runtime;

/** A step returned null where its value is needed. Fails the step without retry. */
public final class NullReturnedException extends StepgraphException {
    private static final long serialVersionUID = 1;

    public NullReturnedException() {
        super(ErrorCode.NULL_RETURNED, "It returned null; return a value, or declare the method void.");
    }
}
