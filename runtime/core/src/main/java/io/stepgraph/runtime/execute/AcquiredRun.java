package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.RunRecord;

/**
 * A run that this runner has acquired.
 *
 * @param run the run as the store gave it
 * @param askedAt taken before the store was asked for it: the lease counts from there
 */
record AcquiredRun(RunRecord run, LeaseAge.ClockReading askedAt) {}
