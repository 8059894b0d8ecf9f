/** Runs generated graphs durably. */
module io.stepgraph.runtime {
    requires transitive io.stepgraph;
    requires org.slf4j;
    requires static transitive org.jspecify;
    requires tools.jackson.databind;

    exports io.stepgraph.runtime;
    exports io.stepgraph.runtime.event;
    exports io.stepgraph.runtime.hook;
    exports io.stepgraph.runtime.store;
}
