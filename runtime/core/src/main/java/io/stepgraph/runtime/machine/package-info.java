/**
 * Runs a graph in memory, step by step, with snapshots. Enter at {@link io.stepgraph.runtime.machine.MachineClient}.
 */
@NullMarked
package io.stepgraph.runtime.machine;

import org.jspecify.annotations.NullMarked;
