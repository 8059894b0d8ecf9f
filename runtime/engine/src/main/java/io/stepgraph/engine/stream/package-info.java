/**
 * Reads the events of a run: stored pages first, then live ones. Enter at {@link io.stepgraph.engine.stream.RunStreams}.
 * Internal.
 */
@NullMarked
package io.stepgraph.engine.stream;

import org.jspecify.annotations.NullMarked;
