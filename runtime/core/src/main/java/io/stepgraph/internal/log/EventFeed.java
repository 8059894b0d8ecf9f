package io.stepgraph.internal.log;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.RunKey;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the events of one run from a cursor: stored events page by page, then the events in the outbox of this
 * runner, which wait for their commit. Uncommitted events are given in two cases only, so that nothing is missing and
 * nothing is repeated at the seam (V4): when they directly follow the last event that was given; or when they were
 * fetched before a look in the store that found nothing new. An event that was given uncommitted is skipped when it is
 * read from the store.
 */
final class EventFeed {
    private static final int BATCHES = 64;

    private final RunKey key;
    private final Subscriptions subscriptions;
    private final RunLog log;
    private final EventCodec<?> codec;
    private final Deque<StreamedEvent> ready = new ArrayDeque<>();
    private EventCursor reached;

    /** The last start of a step or custom event that was given; null if the owner has changed since. */
    private @Nullable EventPosition lastGiven;

    /** The last of them that was given before it was stored. */
    private @Nullable EventPosition lastUncommitted;

    // The owner's, as seen when all stored events were given.
    private long fencingToken;

    private boolean isOver;

    /**
     * A feed.
     *
     * @param after the cursor to begin after; run number 0 for a run that is yet to be started
     * @param fencingToken the token of the run as it was found
     */
    EventFeed(
            RunKey key,
            EventCursor after,
            long fencingToken,
            Subscriptions subscriptions,
            RunLog log,
            EventCodec<?> codec) {
        this.key = key;
        this.reached = after;
        this.fencingToken = fencingToken;
        this.subscriptions = subscriptions;
        this.log = log;
        this.codec = codec;
    }

    /** The next event; null if none has arrived. It stays until {@link #remove}. */
    @Nullable StreamedEvent peek() {
        return ready.peek();
    }

    StreamedEvent remove() {
        return ready.remove();
    }

    /** Adds an event that is not in the log. */
    void add(Instant at, RunEvent event) {
        ready.add(new StreamedEvent(reached, at, event));
    }

    /** Returns the cursor up to which the stored log was read. */
    EventCursor reached() {
        return reached;
    }

    /** Whether no event follows the fetched ones. */
    boolean isOver() {
        return isOver;
    }

    /** Fetches the uncommitted events that directly follow the last event that was given. Whether there were any. */
    boolean fetchFollowing() {
        List<UncommittedEvent> following = uncommitted();
        return !following.isEmpty() && following.get(0).position().follows(lastGiven) && give(following);
    }

    /**
     * Fetches the events that follow, stored or not.
     *
     * @param isNearEnd whether all present events of the run are stored
     * @return whether to look again at once
     */
    boolean fetch(boolean isNearEnd) {
        List<UncommittedEvent> uncommitted = uncommitted();
        try {
            return readStored(isNearEnd) || (!isOver && give(uncommitted));
        } catch (StoreUnavailableException silent) {
            throw Thread.currentThread().isInterrupted() ? interrupted() : silent;
        }
    }

    private List<UncommittedEvent> uncommitted() {
        EventOutbox outbox = subscriptions.outbox(key);
        return outbox == null ? List.of() : outbox.after(lastGiven, BATCHES);
    }

    private boolean give(List<UncommittedEvent> uncommitted) {
        boolean isGiven = false;
        for (UncommittedEvent event : uncommitted) {
            if (event.fencingToken() == fencingToken) {
                lastGiven = event.position();
                lastUncommitted = event.position();
                RunEvent read = codec.read(run(reached.runNumber()), event.document(), () -> null);
                ready.add(new StreamedEvent(reached, event.at(), read));
                isGiven = true;
            }
        }
        return isGiven;
    }

    private boolean readStored(boolean isNearEnd) {
        RunLog.Position now = log.position();
        if (now == null || !isOfThisRun(now.runNumber())) {
            if (now == null && isNearEnd && reached.runNumber() == 0) {
                isOver = true;
                return false;
            }
            return checkAwaited(now);
        }
        if (now.lastEvent() <= reached.sequence()) {
            fencingToken = now.fencingToken();
            isOver = isNearEnd || now.isEnd();
            return false;
        }
        EventLog page = log.page(reached.sequence(), BATCHES);
        if (page == null || !isOfThisRun(page.runNumber())) {
            // It was deleted just now; the next look finds why.
            return true;
        }
        long before = reached.sequence();
        give(page, before);
        if (reached.sequence() == before) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The log of run '" + key + "' ends after event " + before
                            + ", and its row says that it has " + now.lastEvent()
                            + " events. It was left unchanged; restore the database from a backup.");
        }
        return true;
    }

    /**
     * Gives the events of a page that follow an event.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the numbers of the events are damaged, so
     *     that events may be missing (V1)
     */
    private void give(EventLog page, long after) {
        page.checkFollows(key, after);
        for (EventLog.Batch batch : page.batches()) {
            long number = batch.first();
            for (RunEvent event : codec.read(
                    run(page.runNumber()), batch.events(), batch.count(), () -> log.result(page.runNumber()))) {
                if (number > after) {
                    giveStored(new StreamedEvent(new EventCursor(page.runNumber(), number), batch.at(), event));
                }
                number++;
            }
        }
    }

    private RunRef run(long runNumber) {
        return new RunRef(key.namespace(), key.id(), runNumber);
    }

    private void giveStored(StreamedEvent stored) {
        reached = stored.cursor();
        RunEvent event = stored.event();
        EventPosition position = EventPosition.of(event);
        if (position == null) {
            if (isOfNewOwner(event)) {
                lastGiven = null;
                lastUncommitted = null;
            }
        } else if (lastUncommitted != null && position.compareTo(lastUncommitted) <= 0) {
            return;
        } else {
            lastGiven = position;
        }
        ready.add(stored);
    }

    /** Acquiring a run adds one of these to its log. */
    private static boolean isOfNewOwner(RunEvent event) {
        return event instanceof RunEvent.Started
                || event instanceof RunEvent.Resumed
                || event instanceof RunEvent.TakenOver
                || event instanceof RunEvent.Reopened
                || event instanceof RunEvent.Answered
                || event instanceof RunEvent.QuestionExpired
                || event instanceof RunEvent.WaitOver
                || event instanceof RunEvent.Joined;
    }

    private boolean isOfThisRun(long runNumber) {
        return reached.runNumber() == 0 || reached.runNumber() == runNumber;
    }

    /** Returns whether the run is waited for, because it is yet to be started. */
    private boolean checkAwaited(RunLog.@Nullable Position now) {
        if (now != null || reached.runNumber() != 0) {
            throw new RunNotFoundException("Run '" + key + "' was deleted after its event " + reached.sequence()
                    + "; there is nothing more to read of it.");
        }
        return false;
    }

    /** The error for a reader whose thread is interrupted. Keeps the interrupt. */
    StepgraphException interrupted() {
        Thread.currentThread().interrupt();
        return new StepgraphException(
                ErrorCode.CALL_INTERRUPTED,
                "The thread that read the events of run '" + key
                        + "' was interrupted. Nothing was lost: read on, or subscribe again after event "
                        + reached.sequence()
                        + ".");
    }
}
