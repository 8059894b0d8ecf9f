package io.stepgraph.runtime.event;

/**
 * The events of a run while this runner executes it in a thread of its own (V3). The stream ends when the run pauses or
 * ends. If the run cannot be executed, the iterator throws the exception that the call would have thrown.
 *
 * <p>The run never waits for the reader of this stream (V2): a reader that falls behind gets all events, in order, only
 * later. Closing the stream does not stop the run, unless {@link #cancelOnClose} asks for it.
 *
 * @param <O> the outcome of a run
 */
public interface OutcomeStream<O> extends RunStream {

    /**
     * Lets {@link #close} cancel the run if it is still executed then; a step is interrupted, as with {@code cancel}.
     * Before the run begins, while its thread is busy or its state is computed, closing interrupts that wait, and the
     * run does not begin. If it begins nevertheless, it is cancelled at once. A run that was started with other values
     * is not cancelled. If the store does not answer, closing throws the exception of {@code cancel}, and can be called
     * again.
     *
     * @return this stream
     */
    OutcomeStream<O> cancelOnClose();

    /**
     * Waits until the run pauses or ends, whether its events are read or not.
     *
     * @return the outcome
     * @throws io.stepgraph.runtime.StepgraphException the exceptions of the call that executes the run
     */
    O outcome();
}
