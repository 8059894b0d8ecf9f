/** Calls: a run that waits for others, against runs that are enqueued one by one and waited for by hand. */
@NullMarked
package io.stepgraph.benchmarks.calls;

import org.jspecify.annotations.NullMarked;
