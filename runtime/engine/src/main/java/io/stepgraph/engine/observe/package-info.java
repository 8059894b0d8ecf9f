/**
 * Observes what an engine executes: for metrics and traces. Enter at {@link io.stepgraph.engine.observe.RunObserver}; the
 * modules for Micrometer and OpenTelemetry implement it.
 */
@NullMarked
package io.stepgraph.engine.observe;

import org.jspecify.annotations.NullMarked;
