package io.stepgraph.internal.log;

import io.stepgraph.runtime.graph.Json;
import java.time.Instant;

/**
 * An event that waits in an {@link EventOutbox} for the next commit: the start of a step, or a custom event.
 *
 * @param fencingToken the fencing token of the owner, which separates its events from the events of a later owner of
 *     the same attempt
 * @param at when it happened, by the clock of this machine
 * @param document the event as it will be stored
 */
public record UncommittedEvent(long fencingToken, EventPosition position, Instant at, Json document) {}
