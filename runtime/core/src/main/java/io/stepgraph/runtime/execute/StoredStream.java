package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.event.StreamedEvent;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/** A stream that reads the log of a run as far as it goes, and waits for more. */
class StoredStream implements RunStream {
    private final EventSource source;
    private final AtomicBoolean isRead = new AtomicBoolean();
    private volatile Runnable whenClosed = () -> {};

    StoredStream(EventSource source) {
        this.source = source;
    }

    @Override
    public RunStream heartbeat(Duration silence) {
        Objects.requireNonNull(silence, "silence");
        if (silence.isNegative() || silence.isZero()) {
            throw new IllegalArgumentException("A silence is longer than nothing, not " + silence + ".");
        }
        source.setSilence(Time.nanos(silence));
        return this;
    }

    @Override
    public Iterator<StreamedEvent> iterator() {
        if (!begin(() -> {})) {
            throw new IllegalStateException("This stream is read already; ask for another one.");
        }
        return source;
    }

    @Override
    public Flow.Publisher<StreamedEvent> publisher() {
        return new StreamPublisher(this, source);
    }

    /**
     * Whether this is the first reader.
     *
     * @param closed tells the reader that the stream was closed
     */
    boolean begin(Runnable closed) {
        boolean isFirst = isRead.compareAndSet(false, true);
        if (isFirst) {
            whenClosed = closed;
            source.open();
        }
        return isFirst;
    }

    @Override
    public void close() {
        source.close();
        whenClosed.run();
    }
}
