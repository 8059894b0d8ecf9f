package io.stepgraph.runtime.event;

import java.time.Instant;

/**
 * An event as a {@link RunStream} gives it.
 *
 * @param cursor the position after this event: a subscription from here continues with the next event. A heartbeat, and
 *     a custom event or the start of a step that is not stored yet, have the cursor of the last stored event before
 *     them
 * @param at when it was stored, by the store's clock; when it happened, by the clock of this machine, if it is not
 *     stored
 * @param event the event
 */
public record StreamedEvent(EventCursor cursor, Instant at, RunEvent event) {

    /** The number of the event in the run's log, or of the last stored one before it. */
    public long number() {
        return cursor.sequence();
    }
}
