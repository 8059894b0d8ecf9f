/**
 * Real processes that are cut at every place, stores on disk: {@link io.stepgraph.crash.CrashMatrix} is where to begin.
 */
@NullMarked
package io.stepgraph.crash;

import org.jspecify.annotations.NullMarked;
