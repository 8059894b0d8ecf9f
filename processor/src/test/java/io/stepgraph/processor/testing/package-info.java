/**
 * Compiles agents with the processor: on javac by compile-testing, and on ecj, in several rounds and in incremental
 * builds by its own means. Start with
 * {@link io.stepgraph.processor.testing.Compiler}.
 */
@NullMarked
package io.stepgraph.processor.testing;

import org.jspecify.annotations.NullMarked;
