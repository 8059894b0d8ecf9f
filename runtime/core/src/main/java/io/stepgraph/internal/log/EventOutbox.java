package io.stepgraph.internal.log;

import io.stepgraph.internal.codec.EncodedValue;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.step.AttemptEvents;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventJson;
import io.stepgraph.store.RunKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Records the events of one run for the next commit, tells them to the observers of the engine, and keeps them for
 * readers in this process until they are stored (V1, V2). Safe for use by many threads.
 */
public final class EventOutbox implements AttemptEvents {
    private final RunKey key;
    private final @Nullable String thread;
    private final long fencingToken;
    private final Observers observers;
    private final Subscriptions subscriptions;
    private final GraphCodecs<?> codecs;
    private final long maxBytes;
    private final MachineClock clock;

    /** Custom events come from any thread of a step, and readers look from theirs. */
    private final NavigableMap<EventPosition, UncommittedEvent> uncommitted = new TreeMap<>();

    private long customEventBytes;

    private @Nullable Stopwatch attempt;

    private final List<RunEvent> modifications = new ArrayList<>();

    /** The events with which the present commit ends. The observers hear them when it is stored. */
    private List<RunEvent> reports = List.of();

    /**
     * An outbox for the events of the owner that has acquired the run.
     *
     * @param thread the thread of the run; null if it has none
     * @param fencingToken the token of this owner
     * @param maxBytes how many bytes the custom events of one commit may take together
     */
    public EventOutbox(
            RunKey key,
            @Nullable String thread,
            long fencingToken,
            Observers observers,
            Subscriptions subscriptions,
            GraphCodecs<?> codecs,
            int maxBytes,
            MachineClock clock) {
        this.key = key;
        this.thread = thread;
        this.fencingToken = fencingToken;
        this.observers = observers;
        this.subscriptions = subscriptions;
        this.codecs = codecs;
        this.maxBytes = maxBytes;
        this.clock = clock;
    }

    /** Readers find this outbox from here on. */
    public void open() {
        subscriptions.opened(key, this);
    }

    /** Readers no longer find this outbox. */
    public void close() {
        subscriptions.closed(key, this);
    }

    @Override
    public void started(StepCursor<?, ?> cursor) {
        EventPosition position = new EventPosition(cursor.visit, cursor.attempt, 0);
        RunEvent event;
        synchronized (this) {
            if (uncommitted.containsKey(position)) {
                return;
            }
            attempt = Stopwatch.started(clock);
            event = attempt.event(key.id(), cursor);
            uncommitted.put(
                    position, new UncommittedEvent(fencingToken, position, attempt.at(), EventJson.write(event)));
        }
        publish(event);
    }

    /** Returns the time that the last attempt has taken so far; zero if none has begun since the last commit. */
    public synchronized Duration elapsed() {
        return attempt == null ? Duration.ZERO : attempt.elapsed();
    }

    @Override
    public synchronized void modified(StepCursor<?, ?> cursor, String hook) {
        modifications.add(new RunEvent.StepModified(key.id(), cursor.step.name, cursor.visit, cursor.attempt, hook));
    }

    @Override
    public IntFunction<RunEvent> encode(String step, long visit, int attempt, Object event) {
        EncodedValue stored = codecs.storeCustomEvent(event);
        return number -> {
            RunEvent numbered = new RunEvent.Custom(key.id(), step, visit, attempt, number, stored.value());
            Json document = EventJson.write(numbered, stored.json());
            EventPosition position = new EventPosition(visit, attempt, number);
            record(new UncommittedEvent(fencingToken, position, clock.wall(), document), stored.json(), step);
            return numbered;
        };
    }

    private synchronized void record(UncommittedEvent emitted, Json value, String step) {
        // One event of the largest size always fits.
        Json counted = customEventBytes == 0 ? value : emitted.document();
        if (customEventBytes + counted.size() > maxBytes) {
            throw new NotStorableException(
                    ErrorCode.VALUE_TOO_LARGE,
                    "custom",
                    "With custom event " + emitted.position().number() + " of step '" + step
                            + "', those since the last commit take more than " + maxBytes
                            + " bytes as JSON. Emit less, or in several steps.",
                    null);
        }
        customEventBytes += counted.size();
        uncommitted.put(emitted.position(), emitted);
    }

    @Override
    public void publish(RunEvent event) {
        observers.publish(event, thread);
        subscriptions.onChange(key);
    }

    /**
     * Returns all recorded events, then these. The observers hear the events of the last call once they are
     * {@link #stored}.
     *
     * @param value the value that these hold, as JSON; null if they hold none
     */
    public synchronized List<Json> upTo(@Nullable Json value, RunEvent... last) {
        List<RunEvent> end = new ArrayList<>(modifications);
        end.addAll(List.of(last));
        List<Json> all = new ArrayList<>(uncommitted.size() + end.size());
        for (UncommittedEvent event : uncommitted.values()) {
            all.add(event.document());
        }
        for (RunEvent event : end) {
            all.add(EventJson.write(event, value));
        }
        reports = end;
        return all;
    }

    /**
     * The events that the last {@link #upTo} returned are durable. No attempt is open that could have added to them.
     */
    public void stored() {
        List<RunEvent> stored;
        synchronized (this) {
            uncommitted.clear();
            modifications.clear();
            customEventBytes = 0;
            attempt = null;
            stored = reports;
            reports = List.of();
        }
        subscriptions.onChange(key);
        for (RunEvent event : stored) {
            observers.publish(event, thread);
        }
    }

    /** Tells the observers of a run that a call of this one has started. */
    public void tell(RunEvent.Started started) {
        observers.publish(started, null);
    }

    /** The custom events that are not stored will never be. */
    public synchronized void dropCustomEvents() {
        uncommitted.keySet().removeIf(EventPosition::isCustomEvent);
        customEventBytes = 0;
    }

    /**
     * The events that are not stored yet, after a position, in order.
     *
     * @param position null for all
     * @param limit how many at most, so that the owner is not held up
     */
    synchronized List<UncommittedEvent> after(@Nullable EventPosition position, int limit) {
        NavigableMap<EventPosition, UncommittedEvent> later =
                position == null ? uncommitted : uncommitted.tailMap(position, false);
        return later.values().stream().limit(limit).toList();
    }
}
