/**
 * Stepgraph side by side with its peers: enter at {@link io.stepgraph.benchmarks.Benchmarks}. Each sub-package is one
 * group of benchmarks; the goals stand together in {@link io.stepgraph.benchmarks.Goals}.
 */
@NullMarked
package io.stepgraph.benchmarks;

import org.jspecify.annotations.NullMarked;
