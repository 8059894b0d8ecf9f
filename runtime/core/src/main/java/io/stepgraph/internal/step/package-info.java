/**
 * The step loop: one step after the other through budget, mode gate, hooks, attempts and retries. It knows no store and
 * no JSON. Start with {@link io.stepgraph.internal.step.StepLoop}; {@link io.stepgraph.internal.step.GraphPlan} is a
 * graph prepared for it.
 */
@NullMarked
package io.stepgraph.internal.step;

import org.jspecify.annotations.NullMarked;
