/** The queue: how fast workers bring queued runs to their end, and in which order they take them. */
@NullMarked
package io.stepgraph.benchmarks.queue;

import org.jspecify.annotations.NullMarked;
