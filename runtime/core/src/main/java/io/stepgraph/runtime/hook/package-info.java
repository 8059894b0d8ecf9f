/**
 * Code of the user's own around every step: to watch it, change what it gets, hold it back or send the run elsewhere.
 * Enter at {@link io.stepgraph.runtime.hook.StepHook}.
 */
@NullMarked
package io.stepgraph.runtime.hook;

import org.jspecify.annotations.NullMarked;
