/** The processor: what it adds to a build. */
@NullMarked
package io.stepgraph.benchmarks.compile;

import org.jspecify.annotations.NullMarked;
