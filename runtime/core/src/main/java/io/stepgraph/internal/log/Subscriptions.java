package io.stepgraph.internal.log;

import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.RunKey;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Brings together the readers of one engine, the calls that wait for runs, and the outboxes of the runs that this
 * process executes. A change is only a hint: readers look in the outbox and in the log for themselves (V4).
 */
public final class Subscriptions implements ChangeNotifications.Listener {
    private final ConcurrentMap<RunKey, Set<RunSubscription>> readers = new ConcurrentHashMap<>();
    private final ConcurrentMap<RunKey, EventOutbox> outboxes = new ConcurrentHashMap<>();
    private final Function<ChangeNotifications.Listener, ChangeNotifications> source;
    private @Nullable ChangeNotifications notifications;
    private boolean isClosed;

    /**
     * Starts without subscriptions.
     *
     * @param source begins to announce changes by other processes
     */
    public Subscriptions(Function<ChangeNotifications.Listener, ChangeNotifications> source) {
        this.source = source;
    }

    /** Whether changes by other processes are likely to be announced. The first caller makes that begin. */
    public synchronized boolean areHintsExpected() {
        if (notifications == null) {
            notifications = isClosed ? ChangeNotifications.NONE : source.apply(this);
        }
        return notifications.areExpected();
    }

    public void add(RunKey key, RunSubscription reader) {
        readers.compute(key, (same, known) -> {
            Set<RunSubscription> all = known == null ? ConcurrentHashMap.newKeySet() : known;
            all.add(reader);
            return all;
        });
    }

    public void remove(RunKey key, RunSubscription reader) {
        readers.computeIfPresent(key, (same, known) -> {
            known.remove(reader);
            return known.isEmpty() ? null : known;
        });
    }

    /** Notes that this process executes the run from here on. */
    void opened(RunKey key, EventOutbox outbox) {
        outboxes.put(key, outbox);
    }

    /** Notes that this process no longer executes the run under the owner of this outbox. */
    void closed(RunKey key, EventOutbox outbox) {
        outboxes.remove(key, outbox);
    }

    /** The outbox of a run that this process executes; null if it executes no such run. */
    @Nullable EventOutbox outbox(RunKey key) {
        return outboxes.get(key);
    }

    /** The readers of a run; null if there are none. */
    public @Nullable Set<RunSubscription> of(RunKey key) {
        return readers.isEmpty() ? null : readers.get(key);
    }

    /** The run has changed, here or elsewhere: a change was stored, or an event was recorded that is not stored yet. */
    @Override
    public void onChange(RunKey key) {
        Set<RunSubscription> reading = of(key);
        if (reading != null) {
            reading.forEach(RunSubscription::changed);
        }
        if (!readers.isEmpty()) {
            tellCallers(key);
        }
    }

    /** The change of a called run is a hint for those above it, whose ids begin its own unless that was shortened. */
    private void tellCallers(RunKey called) {
        String id = called.id();
        for (int end = id.lastIndexOf("//"); end > 0; end = id.lastIndexOf("//", end - 1)) {
            Set<RunSubscription> waiting = readers.get(new RunKey(called.namespace(), id.substring(0, end)));
            if (waiting != null) {
                waiting.stream().filter(RunSubscription::isOfFamily).forEach(RunSubscription::changed);
            }
        }
    }

    @Override
    public void onGap() {
        readers.keySet().forEach(this::onChange);
    }

    /** The runner closes: calls stop waiting, and readers read the remaining events. */
    public void close() {
        ChangeNotifications given;
        synchronized (this) {
            isClosed = true;
            given = notifications;
        }
        if (given != null) {
            given.close();
        }
        readers.values().forEach(reading -> reading.forEach(RunSubscription::close));
    }
}
