/**
 * A run as deterministic workflow code: it refers to no graph, clock, random source or thread, so that Temporal replays
 * it without the agent. Start with {@link io.stepgraph.temporal.workflow.RunLoop}. Internal.
 */
@NullMarked
package io.stepgraph.temporal.workflow;

import org.jspecify.annotations.NullMarked;
