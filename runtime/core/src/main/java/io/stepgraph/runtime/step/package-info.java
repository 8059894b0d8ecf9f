/**
 * Executes one step after the other through the budget, the mode gate, hooks, the attempt and the retry rules. Enter at
 * {@link io.stepgraph.runtime.step.StepLoop}. It knows no store and no JSON. Internal.
 */
@NullMarked
package io.stepgraph.runtime.step;

import org.jspecify.annotations.NullMarked;
