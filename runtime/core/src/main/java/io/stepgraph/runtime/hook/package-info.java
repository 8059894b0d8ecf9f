/**
 * The user's code around every step: it watches a step, changes its input, parks the run or sends it elsewhere. Enter at
 * {@link io.stepgraph.runtime.hook.StepHook}.
 */
@NullMarked
package io.stepgraph.runtime.hook;

import org.jspecify.annotations.NullMarked;
