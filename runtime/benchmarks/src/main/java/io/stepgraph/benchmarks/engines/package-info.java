/** The engines: the same runs on a runner with each store, and on Temporal: its server for tests, and the real one. */
@NullMarked
package io.stepgraph.benchmarks.engines;

import org.jspecify.annotations.NullMarked;
