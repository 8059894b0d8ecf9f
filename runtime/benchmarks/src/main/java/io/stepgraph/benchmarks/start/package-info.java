/** From the start of the JVM to the first step done. */
@NullMarked
package io.stepgraph.benchmarks.start;

import org.jspecify.annotations.NullMarked;
