/** What a step costs after many others: in a long run, and in a store that has kept many runs. */
@NullMarked
package io.stepgraph.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
