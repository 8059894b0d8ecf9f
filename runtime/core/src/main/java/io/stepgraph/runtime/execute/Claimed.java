package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.RunRecord;

/**
 * A run that has become this runner's.
 *
 * @param run the run as it was acquired
 * @param askedAt taken before the store was asked for it: its lease counts from there
 */
record Claimed(RunRecord run, ClockReading askedAt) {}
