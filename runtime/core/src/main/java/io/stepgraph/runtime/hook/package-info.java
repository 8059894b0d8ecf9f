/**
 * The user's code around every step: a {@link io.stepgraph.runtime.hook.StepHook} watches a step, changes its input,
 * parks the run or takes another of the step's transitions; a {@link io.stepgraph.runtime.hook.RunObserver} sees what
 * an engine executes.
 */
@NullMarked
package io.stepgraph.runtime.hook;

import org.jspecify.annotations.NullMarked;
