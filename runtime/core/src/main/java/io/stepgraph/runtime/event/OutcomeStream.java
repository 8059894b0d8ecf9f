package io.stepgraph.runtime.event;

/**
 * The events of a run while this runner brings it to its next stop, in a thread of its own (V3). Ends once the run has come
 * to rest, be it to wait; if the run could not be brought there, its iterator throws what the call would have thrown.
 *
 * <p>The run waits for the reader of this stream if that is more than a few hundred events
 * or a few MiB behind, for ten seconds all in all,
 * which do not count for the timeout of a step (V2). After that it goes on, and the reader finds in the store what it has
 * missed, as any other: nothing is left out and nothing comes twice. To let the run go on at once, take its {@link #outcome} or
 * close the stream. Closing does not stop the run, unless {@link #cancelOnClose} asks for it.
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
     * Waits until the run has come to rest. It no longer waits for the reader of the events from here on.
     *
     * @return where it came to rest
     * @throws io.stepgraph.runtime.StepgraphException what the call that brings a run to its next stop throws
     */
    O outcome();
}
