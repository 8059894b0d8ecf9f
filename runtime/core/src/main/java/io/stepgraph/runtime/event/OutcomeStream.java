package io.stepgraph.runtime.event;

/**
 * The events of a run while this runner executes it in a thread of its own (V3). The stream ends when the run pauses or ends.
 * If the run could not be executed that far, the iterator throws what the call would have thrown.
 *
 * <p>The run never waits for the reader of this stream (V2): a reader that falls behind gets all events, in order, only later.
 * Closing the stream does not stop the run, unless {@link #cancelOnClose} asks for it.
 *
 * @param <O> where a run comes to rest
 */
public interface OutcomeStream<O> extends RunStream {

    /**
     * Lets {@link #close} cancel the run, if this stream has not brought it to rest by then: as {@code cancel} does, so that a
     * step is interrupted. While the run has not begun, since its thread is busy or its state is not at hand yet, closing
     * interrupts the wait for that, and the run does not begin; if it does all the same, it is cancelled at once. A run that turns
     * out to be another one than this stream was to start is left alone. Closing then throws what {@code cancel} throws if the
     * store does not answer, and can be called again.
     *
     * @param by in whose name
     * @return this stream
     */
    OutcomeStream<O> cancelOnClose(String by);

    /**
     * Waits until the run pauses or ends, whether its events are read or not.
     *
     * @return where it came to rest
     * @throws io.stepgraph.runtime.StepgraphException what the call that brings a run to its next stop throws
     */
    O outcome();
}
