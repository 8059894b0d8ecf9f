/** Runs graphs durably: on a store, under leases, with events; the contract of stores, and the store in memory. */
@SuppressWarnings("module") // modules above
module io.stepgraph.runtime {
    requires transitive io.stepgraph;
    requires transitive java.sql;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires tools.jackson.core;
    requires transitive tools.jackson.databind;
    requires com.fasterxml.jackson.annotation;

    exports io.stepgraph.runtime;
    exports io.stepgraph.runtime.client;
    exports io.stepgraph.runtime.event;
    exports io.stepgraph.runtime.graph;
    exports io.stepgraph.runtime.hook;
    exports io.stepgraph.engine;
    exports io.stepgraph.store;
    exports io.stepgraph.store.memory;
    exports io.stepgraph.internal.answer to
            io.stepgraph.temporal;
    exports io.stepgraph.internal.effect to
            io.stepgraph.temporal;
    exports io.stepgraph.internal.log to
            io.stepgraph.temporal;
    exports io.stepgraph.internal.step to
            io.stepgraph.temporal,
            io.stepgraph.testkit;
    exports io.stepgraph.internal.visit to
            io.stepgraph.temporal;

    // The stored parts of a run besides the values of the user.
    opens io.stepgraph.internal.step to
            tools.jackson.databind;
}
