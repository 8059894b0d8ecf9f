/**
 * Writes and reads values by their declared type, as JSON: sealed hierarchies need no annotations, and no class is ever
 * loaded by name. Enter at {@link io.stepgraph.runtime.codec.Codec} and {@link io.stepgraph.runtime.codec.GraphCodecs}.
 * Internal.
 */
@NullMarked
package io.stepgraph.runtime.codec;

import org.jspecify.annotations.NullMarked;
