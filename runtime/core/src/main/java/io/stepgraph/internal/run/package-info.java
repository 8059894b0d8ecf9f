/**
 * Serves the calls on a run: start, continue, wait, answer, cancel, retry, reap; reads its history; claims runs for a
 * worker. Start with {@link io.stepgraph.internal.run.StoreRunClient} and {@code RunCoordinator}, the one loop that
 * loads a run, decides, and acts or waits.
 */
@NullMarked
package io.stepgraph.internal.run;

import org.jspecify.annotations.NullMarked;
