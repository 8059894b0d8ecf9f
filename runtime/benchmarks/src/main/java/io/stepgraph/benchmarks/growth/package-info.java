/** The cost of a step after many others: in a long run, and in a store with many runs. */
@NullMarked
package io.stepgraph.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
