/**
 * Metrics for Micrometer: {@link io.stepgraph.micrometer.MicrometerObserver} measures what an engine executes, and
 * {@link io.stepgraph.micrometer.StoreMetrics} what waits in a store.
 */
@NullMarked
package io.stepgraph.micrometer;

import org.jspecify.annotations.NullMarked;
