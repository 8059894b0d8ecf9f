/**
 * Writes and reads values by their declared types. Start with {@link io.stepgraph.internal.codec.GraphCodecs}.
 */
@NullMarked
package io.stepgraph.internal.codec;

import org.jspecify.annotations.NullMarked;
