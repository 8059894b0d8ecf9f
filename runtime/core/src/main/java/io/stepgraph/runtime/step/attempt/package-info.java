/**
 * Calls the method of one step: on the thread of the caller or on a thread of its own, with a timeout, and with the
 * context of the step. Enter at {@link io.stepgraph.runtime.step.attempt.AttemptRunner}. Internal.
 */
@NullMarked
package io.stepgraph.runtime.step.attempt;

import org.jspecify.annotations.NullMarked;
