/**
 * Writes and reads events, outcomes and tickets as JSON, also without the classes of the agent. Enter at
 * {@link io.stepgraph.runtime.codec.event.EventCodec}. Internal.
 */
@NullMarked
package io.stepgraph.runtime.codec.event;

import org.jspecify.annotations.NullMarked;
