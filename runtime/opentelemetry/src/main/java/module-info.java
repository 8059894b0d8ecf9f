/** Spans of runs, steps and effects for OpenTelemetry. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.stepgraph.opentelemetry {
    requires transitive io.opentelemetry.api;
    requires transitive io.stepgraph.runtime;
    requires io.opentelemetry.context;
    requires static transitive org.jspecify;

    exports io.stepgraph.opentelemetry;
}
