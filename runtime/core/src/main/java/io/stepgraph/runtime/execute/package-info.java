/**
 * Executing runs. Enter at {@link io.stepgraph.runtime.execute.RunLoop}: one loop for runs in a store and for the
 * synchronous machine, which differ in what becomes durable ({@link io.stepgraph.runtime.execute.Journal}) and in how a step
 * is called ({@link io.stepgraph.runtime.execute.StepCaller}). {@link io.stepgraph.runtime.execute.StoredRuns} brings runs
 * of a store to that loop. Internal.
 */
@NullMarked
package io.stepgraph.runtime.execute;

import org.jspecify.annotations.NullMarked;
