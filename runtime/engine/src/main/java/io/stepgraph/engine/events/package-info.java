/**
 * Records the events of a run for its next commit and tells local subscribers. Enter at
 * {@link io.stepgraph.engine.events.EventOutbox}. Internal.
 */
@NullMarked
package io.stepgraph.engine.events;

import org.jspecify.annotations.NullMarked;
