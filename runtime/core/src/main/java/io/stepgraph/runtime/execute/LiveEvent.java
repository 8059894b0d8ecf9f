package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.event.RunEvent;
import java.time.Instant;

/**
 * Something that a run tells before it is stored: the start of a step, or a signal.
 *
 * @param token the fencing token under which it is executed: tells apart what a later owner says of the same attempt
 * @param moment its place
 * @param bytes how large it is as JSON, roughly
 */
record LiveEvent(long token, Moment moment, Instant at, RunEvent event, int bytes) {}
