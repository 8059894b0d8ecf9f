package io.stepgraph.runtime;

/** Stands in for the runtime's own, which is built after the processor. */
public interface StepContext<E> {
    /** Tells something. */
    void emit(E signal);
}
