/** Real processes that are killed at every crash point, on stores on disk. Start with {@link io.stepgraph.crash.CrashMatrix}. */
@NullMarked
package io.stepgraph.crash;

import org.jspecify.annotations.NullMarked;
