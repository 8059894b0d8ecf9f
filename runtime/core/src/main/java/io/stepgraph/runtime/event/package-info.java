/**
 * What a run tells: {@link io.stepgraph.runtime.event.RunEvent} is what, {@link
 * io.stepgraph.runtime.event.RunStream} is how it is read.
 */
@NullMarked
package io.stepgraph.runtime.event;

import org.jspecify.annotations.NullMarked;
