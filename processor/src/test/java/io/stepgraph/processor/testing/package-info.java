/**
 * Compiles agents in memory, with the processor, on javac and on ecj, and tells what the compiler said. Enter at
 * {@link io.stepgraph.processor.testing.Compiler}.
 */
@NullMarked
package io.stepgraph.processor.testing;

import org.jspecify.annotations.NullMarked;
