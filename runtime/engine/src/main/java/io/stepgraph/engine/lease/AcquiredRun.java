package io.stepgraph.engine.lease;

import io.stepgraph.engine.store.RunRecord;

/**
 * A run that this runner has acquired.
 *
 * @param run the run as the store gave it
 * @param askedAt taken before the store was asked for it: the lease counts from there
 */
public record AcquiredRun(RunRecord run, LeaseAge.ClockReading askedAt) {}
