package io.stepgraph.runtime.event;

import io.stepgraph.runtime.ErrorCode;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.Flow;

/**
 * The events of one run, in order: stored events, then future ones, from any process that executes the run (V4). Ends
 * after the event that ended the run. The custom events of a run that this runner executes come at once, before they
 * are stored, and not again when they are (V2).
 *
 * <pre>{@code
 * try (RunStream stream = runs.events("essay-1")) {
 *     for (StreamedEvent event : stream) {
 *         show(event);
 *     }
 * }
 * }</pre>
 *
 * <p>It is read once, by one thread: with {@link #iterator} or by the one subscriber of {@link #publisher}. It holds at
 * most one page of events; a reader that falls behind fetches the rest later, and never slows the run. Closing the
 * stream does not stop the run. {@link #close} may be called from any thread.
 */
public interface RunStream extends Iterable<StreamedEvent>, AutoCloseable {

    /**
     * Gives a {@link RunEvent.Heartbeat} whenever there was nothing to give for this long. Called before the stream is
     * read.
     *
     * @param silence the longest silence
     * @return this stream
     */
    RunStream heartbeat(Duration silence);

    /**
     * The events. Its {@code hasNext} waits for the next event and is false once the stream is over or closed. It
     * throws {@link io.stepgraph.runtime.RunNotFoundException} if the run was deleted meanwhile,
     * {@link ErrorCode#CORRUPT_CHECKPOINT} if its log is shorter than its row says,
     * {@link ErrorCode#CALL_INTERRUPTED} if the thread is interrupted,
     * {@link ErrorCode#RUNNER_CLOSED} if the runner is closed, and
     * {@link io.stepgraph.runtime.StoreUnavailableException} if the store does not answer for the length of a lease.
     * The next call continues at the same event.
     *
     * @throws IllegalStateException if the stream is read already
     */
    @Override
    Iterator<StreamedEvent> iterator();

    /**
     * The events for one subscriber, in a thread of their own, as fast as it asks for them. A cancelled subscription
     * closes the stream within the runner's {@code pollInterval}. {@code onComplete} signals the end of the stream. If
     * {@link #close} closed the stream before, {@code onError} gets a
     * {@link java.util.concurrent.CancellationException}. An error may overtake the last event before it; subscribe
     * again after the last event that was received.
     *
     * @return a publisher that refuses further subscribers
     */
    Flow.Publisher<StreamedEvent> publisher();

    /** Ends the stream. The run continues. */
    @Override
    void close();
}
