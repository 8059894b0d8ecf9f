/** Stepgraph side by side with its peers. */
package io.stepgraph.benchmarks;
