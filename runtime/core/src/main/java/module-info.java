/** Runs the graphs that the Stepgraph processor generates, durably. */
module io.stepgraph.runtime {
    requires transitive io.stepgraph;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires tools.jackson.core;
    requires transitive tools.jackson.databind;
    requires com.fasterxml.jackson.annotation;

    exports io.stepgraph.runtime;
    exports io.stepgraph.runtime.event;
    exports io.stepgraph.runtime.hook;
    exports io.stepgraph.runtime.store;

    // What is stored of a run besides the values of the user.
    opens io.stepgraph.runtime.execute to
            tools.jackson.databind;
}
