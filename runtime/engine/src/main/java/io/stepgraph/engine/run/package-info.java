/**
 * Serves the calls on a run: start, resume, answer, retry, cancel and reap, and lets callers wait. Enter at
 * {@link io.stepgraph.engine.run.RunService}; {@link io.stepgraph.engine.run.RunCoordinator} is the one loop that loads
 * a run, decides, and acts. Internal.
 */
@NullMarked
package io.stepgraph.engine.run;

import org.jspecify.annotations.NullMarked;
