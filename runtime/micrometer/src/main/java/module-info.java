/** Metrics of runs, steps and effects for Micrometer. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.stepgraph.micrometer {
    requires transitive io.stepgraph.runtime;
    requires transitive micrometer.core;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports io.stepgraph.micrometer;
}
