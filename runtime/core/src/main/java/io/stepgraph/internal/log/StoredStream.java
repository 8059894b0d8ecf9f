package io.stepgraph.internal.log;

import io.stepgraph.internal.step.Nanos;
import io.stepgraph.internal.step.StepThreads;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.event.StreamedEvent;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A stream that reads the log of a run to its end, and waits for events to come. */
class StoredStream implements RunStream {
    private static final String READ_ALREADY = "This stream is read already; ask for another one.";

    /** The longest time until a stream sees that a subscriber that asks for nothing is gone. */
    private static final long OFFER_MILLIS = 250;

    private final RunEventReader events;
    private final AtomicBoolean isRead = new AtomicBoolean();

    StoredStream(RunEventReader events) {
        this.events = events;
    }

    @Override
    public RunStream heartbeat(Duration silence) {
        Objects.requireNonNull(silence, "silence");
        if (silence.isNegative() || silence.isZero()) {
            throw new IllegalArgumentException("A silence must be longer than zero, not " + silence + ".");
        }
        events.setSilence(Nanos.of(silence));
        return this;
    }

    @Override
    public Iterator<StreamedEvent> iterator() {
        if (!begin()) {
            throw new IllegalStateException(READ_ALREADY);
        }
        return events;
    }

    @Override
    public Flow.Publisher<StreamedEvent> publisher() {
        return subscriber -> {
            SubmissionPublisher<StreamedEvent> publisher =
                    new SubmissionPublisher<>(task -> StepThreads.start(task, "stepgraph subscriber"), 1);
            publisher.subscribe(subscriber);
            if (begin()) {
                StepThreads.start(() -> feed(publisher), "stepgraph events");
            } else {
                publisher.closeExceptionally(new IllegalStateException(READ_ALREADY));
            }
        };
    }

    private void feed(SubmissionPublisher<StreamedEvent> publisher) {
        events.readOnlyWhile(publisher::hasSubscribers);
        try {
            for (StreamedEvent next = events.poll(); next != null; next = events.poll()) {
                while (publisher.offer(next, OFFER_MILLIS, TimeUnit.MILLISECONDS, null) < 0 && !events.isClosed()) {
                    // The subscriber has not asked for it yet.
                }
            }
            if (!events.isDone()) {
                publisher.closeExceptionally(events.closedEarly());
            }
        } catch (Throwable failed) {
            publisher.closeExceptionally(failed);
        } finally {
            publisher.close();
            close();
        }
    }

    /** Whether this is the first reader. */
    private boolean begin() {
        boolean isFirst = isRead.compareAndSet(false, true);
        if (isFirst) {
            events.open();
        }
        return isFirst;
    }

    @Override
    public void close() {
        events.close();
    }
}
