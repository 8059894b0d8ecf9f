/**
 * Who owns a run: acquires it, renews its lease, writes it under the fencing token, and tells whether its owner lives.
 * Start with {@link io.stepgraph.internal.lease.LeasedRun} and {@link io.stepgraph.internal.lease.LeaseAcquirer}.
 */
@NullMarked
package io.stepgraph.internal.lease;

import org.jspecify.annotations.NullMarked;
