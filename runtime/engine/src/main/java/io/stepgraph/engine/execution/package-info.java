/**
 * Drives the step loop for one owned run: checkpoints and commits. Enter at
 * {@link io.stepgraph.engine.execution.GraphRunner}. Internal.
 */
@NullMarked
package io.stepgraph.engine.execution;

import org.jspecify.annotations.NullMarked;
