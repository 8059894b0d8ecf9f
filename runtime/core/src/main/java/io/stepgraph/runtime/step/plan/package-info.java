/**
 * A graph prepared for execution, and the state of its mode gate. Enter at
 * {@link io.stepgraph.runtime.step.plan.GraphPlan}. Internal.
 */
@NullMarked
package io.stepgraph.runtime.step.plan;

import org.jspecify.annotations.NullMarked;
