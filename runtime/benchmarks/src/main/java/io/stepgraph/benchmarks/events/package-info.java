/** An agent that is driven by events, against a hand-written one. */
@NullMarked
package io.stepgraph.benchmarks.events;

import org.jspecify.annotations.NullMarked;
