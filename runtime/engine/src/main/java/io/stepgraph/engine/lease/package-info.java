/**
 * Owns runs: acquires them, renews leases, commits under the fencing token, and proves owners dead. Enter at
 * {@link io.stepgraph.engine.lease.LeaseAcquirer} and {@link io.stepgraph.engine.lease.OwnedRun}. Internal.
 */
@NullMarked
package io.stepgraph.engine.lease;

import org.jspecify.annotations.NullMarked;
