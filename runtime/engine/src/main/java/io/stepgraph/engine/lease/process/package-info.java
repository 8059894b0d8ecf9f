/**
 * Tells whether the process that owns a run still lives, and what this process executes. Enter at
 * {@link io.stepgraph.engine.lease.process.OwnerIdentity}. Internal.
 */
@NullMarked
package io.stepgraph.engine.lease.process;

import org.jspecify.annotations.NullMarked;
