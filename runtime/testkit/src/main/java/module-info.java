/** Tests for the agents of users. */
@SuppressWarnings("module") // the testkit for stores stands in a module above
module io.stepgraph.testkit {
    requires transitive io.stepgraph.runtime;
    requires static transitive org.jspecify;
    requires transitive org.junit.jupiter.api;

    exports io.stepgraph.testkit;
    exports io.stepgraph.testkit.internal to
            io.stepgraph.testkit.store;

    // JUnit finds tests by reflection.
    opens io.stepgraph.testkit;
}
