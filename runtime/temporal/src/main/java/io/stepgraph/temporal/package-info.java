/**
 * Runs graphs on Temporal: a run is a workflow, a visit is an activity. Start with
 * {@link io.stepgraph.temporal.TemporalEngine}.
 */
@NullMarked
package io.stepgraph.temporal;

import org.jspecify.annotations.NullMarked;
