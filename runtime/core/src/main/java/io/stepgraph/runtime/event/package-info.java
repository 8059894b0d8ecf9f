/**
 * The events that a run reports, and the streams that deliver them: {@link io.stepgraph.runtime.event.RunEvent} and
 * {@link io.stepgraph.runtime.event.RunStream}.
 */
@NullMarked
package io.stepgraph.runtime.event;

import org.jspecify.annotations.NullMarked;
