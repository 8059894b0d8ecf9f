/** The synchronous machine: what a step costs when nothing is stored. */
@NullMarked
package io.stepgraph.benchmarks.machine;

import org.jspecify.annotations.NullMarked;
