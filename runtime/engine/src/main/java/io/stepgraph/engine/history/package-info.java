/**
 * Reads the history of runs, and creates runs that begin at a checkpoint of it (S3). Enter at {@link
 * io.stepgraph.engine.history.RunHistory}. Internal.
 */
@NullMarked
package io.stepgraph.engine.history;

import org.jspecify.annotations.NullMarked;
