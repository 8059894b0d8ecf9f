/** The runner on a store in memory: what a step costs when it is written as JSON but not to a disk. */
@NullMarked
package io.stepgraph.benchmarks.memory;

import org.jspecify.annotations.NullMarked;
