/** A graph as data, the step loop, codecs, hooks and events: everything that an engine needs, and generated code. */
@SuppressWarnings("module") // an engine stands in a module above
module io.stepgraph.runtime {
    requires transitive io.stepgraph;
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
    exports io.stepgraph.runtime.machine;
    exports io.stepgraph.runtime.visit;
    exports io.stepgraph.runtime.codec to
            io.stepgraph.engine,
            io.stepgraph.temporal;
    exports io.stepgraph.runtime.codec.answer to
            io.stepgraph.engine;
    exports io.stepgraph.runtime.codec.check to
            io.stepgraph.engine;
    exports io.stepgraph.runtime.codec.event to
            io.stepgraph.engine,
            io.stepgraph.temporal;
    exports io.stepgraph.runtime.codec.json to
            io.stepgraph.engine;
    exports io.stepgraph.runtime.codec.start to
            io.stepgraph.engine;
    exports io.stepgraph.runtime.codec.type to
            io.stepgraph.engine;
    exports io.stepgraph.runtime.codec.visit to
            io.stepgraph.engine;
    exports io.stepgraph.runtime.log to
            io.stepgraph.engine,
            io.stepgraph.temporal;
    exports io.stepgraph.runtime.step to
            io.stepgraph.engine,
            io.stepgraph.temporal;
    exports io.stepgraph.runtime.step.attempt to
            io.stepgraph.engine;
    exports io.stepgraph.runtime.step.effect to
            io.stepgraph.engine,
            io.stepgraph.temporal;
    exports io.stepgraph.runtime.step.plan to
            io.stepgraph.engine;

    // The stored parts of a run besides the values of the user.
    opens io.stepgraph.runtime.codec.start to
            tools.jackson.databind;
    opens io.stepgraph.runtime.step.plan to
            tools.jackson.databind;
}
