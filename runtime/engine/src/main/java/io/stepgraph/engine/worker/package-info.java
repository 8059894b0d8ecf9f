/**
 * Continues the runs of a store that nobody executes (L5): the loop of a worker, which claims runs and passes each to a thread.
 */
@NullMarked
package io.stepgraph.engine.worker;

import org.jspecify.annotations.NullMarked;
