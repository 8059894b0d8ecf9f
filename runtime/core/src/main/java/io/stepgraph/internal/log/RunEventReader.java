package io.stepgraph.internal.log;

import io.stepgraph.internal.step.Nanos;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.store.RunKey;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Reads the events of one run for one reader, waits for events to come, and fills silence with heartbeats. */
final class RunEventReader implements Iterator<StreamedEvent> {
    private static final long FIRST_PAUSE = 20_000_000;

    private final RunKey key;
    private final StreamContext context;
    private final EventFeed feed;
    private final RunSubscription subscription;
    private final @Nullable BackgroundExecution<?> execution;
    private long silence = Long.MAX_VALUE;
    private long quietSince;
    private long pause = FIRST_PAUSE;
    private BooleanSupplier isWanted = () -> true;
    private boolean isOpen;
    private boolean isDone;
    private volatile boolean isClosed;

    /**
     * A reader that has not subscribed yet.
     *
     * @param execution the call whose end is the end of the stream; null for a stream that ends with the run
     */
    RunEventReader(
            RunKey key,
            StreamContext context,
            EventFeed feed,
            RunSubscription subscription,
            @Nullable BackgroundExecution<?> execution) {
        this.key = key;
        this.context = context;
        this.feed = feed;
        this.subscription = subscription;
        this.execution = execution;
    }

    void setSilence(long nanos) {
        silence = nanos;
    }

    /** Stops reading once nobody needs the events; asked at least as often as the store. */
    void readOnlyWhile(BooleanSupplier wanted) {
        isWanted = wanted;
    }

    /** Subscribes, unless it has. */
    void open() {
        quietSince = context.clock().nanos();
        if (isOpen) {
            return;
        }
        isOpen = true;
        context.subscriptions().add(key, subscription);
        if (isClosed) {
            leave();
        }
    }

    @Override
    public boolean hasNext() {
        return await() != null;
    }

    @Override
    public StreamedEvent next() {
        StreamedEvent next = poll();
        if (next == null) {
            throw new NoSuchElementException("The stream of run '" + key + "' is over.");
        }
        return next;
    }

    /** Takes the next event; null after the last one, or once the stream is closed. */
    @Nullable StreamedEvent poll() {
        if (await() == null) {
            return null;
        }
        quietSince = context.clock().nanos();
        return feed.remove();
    }

    /** Waits for the next event; null after the last one. */
    private @Nullable StreamedEvent await() {
        while (!isClosed && isWanted.getAsBoolean()) {
            StreamedEvent next = feed.peek();
            if (next != null) {
                return next;
            }
            if (feed.isOver()) {
                leave();
                if (execution != null) {
                    execution.outcome();
                }
                isDone = true;
                return null;
            }
            if (context.isClosing().getAsBoolean()) {
                leave();
                throw StreamContext.closed(key);
            }
            advance();
        }
        return null;
    }

    /** Makes one step towards the next event. */
    private void advance() {
        if (feed.fetchFollowing()) {
            return;
        }
        CountDownLatch change = subscription.nextChange();
        if (feed.fetch(execution != null && execution.isDone())) {
            pause = FIRST_PAUSE;
        } else if (!feed.isOver()) {
            awaitChange(change);
        }
    }

    private void awaitChange(CountDownLatch change) {
        long quiet = context.clock().nanos() - quietSince;
        if (quiet >= silence) {
            quietSince = context.clock().nanos();
            feed.add(context.clock().wall(), new RunEvent.Heartbeat(key.id()));
            return;
        }
        long longest = Nanos.of(context.pollInterval());
        long slice = context.subscriptions().areHintsExpected() ? longest : Math.min(pause, longest);
        try {
            context.clock().await(change, Math.min(slice, silence - quiet));
        } catch (InterruptedException interrupted) {
            throw feed.interrupted();
        }
        pause = Math.min(2 * pause, longest);
    }

    /** Whether all events were read. */
    boolean isDone() {
        return isDone;
    }

    boolean isClosed() {
        return isClosed;
    }

    CancellationException closedEarly() {
        return new CancellationException("The stream of run '" + key + "' was closed after its event "
                + feed.reached().sequence() + ", before its end. The run continues.");
    }

    void close() {
        isClosed = true;
        leave();
    }

    private void leave() {
        context.subscriptions().remove(key, subscription);
        subscription.close();
    }
}
