/** Runs graphs durably: on a store, under leases, with events. */
@SuppressWarnings("module") // an engine stands in a module above
module io.stepgraph.engine {
    requires transitive io.stepgraph.runtime;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires tools.jackson.core;

    exports io.stepgraph.engine;
    exports io.stepgraph.engine.effect to
            io.stepgraph.temporal;
    exports io.stepgraph.engine.events to
            io.stepgraph.temporal;
    exports io.stepgraph.engine.observe;
    exports io.stepgraph.engine.store;
    exports io.stepgraph.engine.stream to
            io.stepgraph.temporal;
}
