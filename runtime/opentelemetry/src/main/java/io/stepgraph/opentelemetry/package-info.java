/** Spans for OpenTelemetry: {@link io.stepgraph.opentelemetry.OpenTelemetryObserver}. */
@NullMarked
package io.stepgraph.opentelemetry;

import org.jspecify.annotations.NullMarked;
