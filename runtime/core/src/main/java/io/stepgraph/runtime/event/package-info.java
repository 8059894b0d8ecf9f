/**
 * What a run tells while it is executed. Enter at {@link io.stepgraph.runtime.event.RunEvent}.
 */
@NullMarked
package io.stepgraph.runtime.event;

import org.jspecify.annotations.NullMarked;
