package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CallInterrupted;
import io.stepgraph.runtime.CorruptCheckpoint;
import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.StoreUnavailable;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.store.EventLog;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.Standing;
import io.stepgraph.runtime.store.Store;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The events of one run from a cursor on, for one reader. What is stored is read page by page. What this runner executes
 * comes live besides: the start of a step only once all that is stored before it was given, a signal only if it directly
 * follows what was given last; everything else is left to the store. What was given live is not given again when it turns up
 * there. So nothing is missing and nothing comes twice at the seam, whatever the buffer had to drop.
 */
final class EventSource implements Iterator<StreamedEvent> {
    private static final int BATCHES = 64;

    private static final long FIRST_PAUSE = 20_000_000;

    private final RunKey key;
    private final RunnerConfig config;
    private final Executions executions;
    private final Store store;
    private final LogReader<?> log;
    private final LiveBuffer live;
    private final Ending ending;

    private final Deque<StreamedEvent> ready = new ArrayDeque<>();
    private EventCursor reached;
    private @Nullable Moment lastGiven;
    private @Nullable Moment lastLive;

    // The owner's, as last seen when all that is stored was given.
    private long token;

    private long silence = Long.MAX_VALUE;
    private long quietSince;
    private long pause = FIRST_PAUSE;
    private boolean isOpen;
    private boolean isOver;
    private boolean isDone;
    private volatile boolean isClosed;

    /** Tells when there is nothing more to come before the run has ended. */
    interface Ending {
        /** Whether what is stored by now is all. */
        boolean isNear();

        /** Called when the stream is over. Throws if it ended for a reason that its reader has to know. */
        void reach();
    }

    /**
     * The events of a run.
     *
     * @param after after which to begin; incarnation 0 for a run that is yet to be started
     * @param token the token of the run as it was found
     */
    EventSource(
            RunKey key,
            EventCursor after,
            long token,
            RunnerContext runner,
            LogReader<?> log,
            LiveBuffer live,
            Ending ending) {
        this.key = key;
        this.reached = after;
        live.reached(after.number());
        this.token = token;
        this.config = runner.config();
        this.executions = runner.executions();
        this.store = runner.store().patientFor(config.lease());
        this.log = log;
        this.live = live;
        this.ending = ending;
    }

    void setSilence(long nanos) {
        silence = nanos;
    }

    /** Listens from here on. */
    void open() {
        quietSince = config.time().nanos();
        if (isOpen) {
            return;
        }
        isOpen = true;
        executions.watchers.add(key, live);
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
        if (await() == null) {
            throw new NoSuchElementException("The stream of run '" + key + "' is over.");
        }
        return take();
    }

    /** The next event, which is there. */
    StreamedEvent take() {
        quietSince = config.time().nanos();
        return ready.remove();
    }

    /** Waits for the next event; null if there is none any more. */
    private @Nullable StreamedEvent await() {
        while (!isClosed) {
            StreamedEvent next = ready.peek();
            if (next != null) {
                return next;
            }
            if (isOver) {
                leave();
                ending.reach();
                isDone = true;
                return null;
            }
            if (executions.isClosing()) {
                leave();
                throw Executions.closed(key);
            }
            advance();
        }
        return null;
    }

    /** Whether it was read to its end. */
    boolean isDone() {
        return isDone;
    }

    boolean isClosed() {
        return isClosed;
    }

    CancellationException closedEarly() {
        return new CancellationException("The stream of run '" + key + "' was closed after its event "
                + reached.number() + ", before its end. The run goes on.");
    }

    void close() {
        isClosed = true;
        leave();
    }

    private void leave() {
        executions.watchers.remove(key, live);
        live.close();
    }

    /** One step towards the next event. */
    private void advance() {
        LiveEvent told = live.peek();
        if (told != null) {
            if (told.moment().number() != 0 || !readPatiently()) {
                live.remove();
                give(told);
            }
            return;
        }
        CountDownLatch change = live.nextChange();
        if (readPatiently()) {
            pause = FIRST_PAUSE;
        } else if (!isOver) {
            rest(change);
        }
    }

    private void give(LiveEvent told) {
        boolean isNext = told.moment().number() == 0
                ? told.moment().isAfter(lastGiven)
                : told.moment().follows(lastGiven);
        if (isNext && told.token() == token) {
            lastGiven = told.moment();
            lastLive = told.moment();
            ready.add(new StreamedEvent(reached, told.at(), told.event()));
        }
    }

    /** Whether there was something new. A store that does not answer is asked again for as long as a lease (R11). */
    private boolean readPatiently() {
        try {
            return read();
        } catch (StoreUnavailable silent) {
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted();
            }
            throw silent;
        }
    }

    private boolean read() {
        boolean isEnding = ending.isNear();
        Standing now = store.standing(key);
        if (now == null || !isOfThisRun(now.incarnation())) {
            if (live.isEnding() || readLastWords()) {
                return isOver;
            }
            if (now == null && isEnding && reached.incarnation() == 0) {
                isOver = true;
                return false;
            }
            return checkAwaited(now);
        }
        if (now.lastEvent() <= reached.number()) {
            token = now.token();
            isOver = isEnding || now.status().isEnd();
            return false;
        }
        EventLog page = store.events(key, reached.number(), BATCHES);
        if (page == null || !isOfThisRun(page.incarnation())) {
            // It was removed just now; the next look finds why.
            return true;
        }
        long before = reached.number();
        take(page, null);
        if (reached.number() == before) {
            throw new CorruptCheckpoint(
                    "The log of run '" + key + "' ends after event " + before + ", and the run has told "
                            + now.lastEvent() + ". It was left as it is; restore the database from a backup.");
        }
        return true;
    }

    /** Whether the run was removed by its end, of which this stream was left the rest. */
    private boolean readLastWords() {
        LastWords words = live.lastWords();
        if (words == null || !isOfThisRun(words.log().incarnation())) {
            return false;
        }
        take(words.log(), words.output());
        isOver = true;
        return true;
    }

    private void take(EventLog page, @Nullable Json output) {
        for (StreamedEvent event : log.read(key, page, reached.number(), output)) {
            reached = event.cursor();
            live.reached(reached.number());
            take(event);
        }
    }

    private void take(StreamedEvent stored) {
        RunEvent event = stored.event();
        Moment moment = Moment.of(event);
        if (moment == null) {
            if (isOfNewOwner(event)) {
                lastGiven = null;
                lastLive = null;
            }
        } else if (lastLive != null && !moment.isAfter(lastLive)) {
            return;
        } else {
            lastGiven = moment;
        }
        ready.add(stored);
    }

    /** The events that acquiring a run adds to its log, one each. */
    private static boolean isOfNewOwner(RunEvent event) {
        return event instanceof RunEvent.Started
                || event instanceof RunEvent.Resumed
                || event instanceof RunEvent.TakenOver
                || event instanceof RunEvent.Reopened
                || event instanceof RunEvent.Answered
                || event instanceof RunEvent.QuestionExpired;
    }

    private boolean isOfThisRun(long incarnation) {
        return reached.incarnation() == 0 || reached.incarnation() == incarnation;
    }

    /** A run that is yet to be started is waited for. */
    private boolean checkAwaited(@Nullable Standing now) {
        if (now != null || reached.incarnation() != 0) {
            throw gone();
        }
        return false;
    }

    private void rest(CountDownLatch change) {
        long quiet = config.time().nanos() - quietSince;
        if (quiet >= silence) {
            quietSince = config.time().nanos();
            ready.add(new StreamedEvent(reached, config.time().now(), new RunEvent.Heartbeat(key.id())));
            return;
        }
        long longest = Time.nanos(config.polling());
        long slice = executions.watchers.areHintsExpected() ? longest : Math.min(pause, longest);
        try {
            config.time().await(change, Math.min(slice, silence - quiet));
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
        pause = Math.min(2 * pause, longest);
    }

    private CallInterrupted interrupted() {
        Thread.currentThread().interrupt();
        return new CallInterrupted("The thread that read the events of run '" + key
                + "' was interrupted. Nothing was lost: read on, or subscribe again after event " + reached.number()
                + ".");
    }

    private RunNotFound gone() {
        return new RunNotFound("Run '" + key + "' was deleted after its event " + reached.number()
                + "; there is nothing more to read of it.");
    }
}
