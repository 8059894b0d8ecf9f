/**
 * Real processes that die, freeze and race, on stores on disk. Start with {@link io.stepgraph.crash.CrashMatrix}. The
 * program that is killed is {@link io.stepgraph.crash.Program}, its agent {@link io.stepgraph.crash.Trip}, and
 * {@link io.stepgraph.crash.Party} where runs call others; the process of the test continues the runs.
 */
@NullMarked
package io.stepgraph.crash;

import org.jspecify.annotations.NullMarked;
