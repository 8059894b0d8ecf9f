/** The cost of a run that waits for an answer. */
@NullMarked
package io.stepgraph.benchmarks.waiting;

import org.jspecify.annotations.NullMarked;
