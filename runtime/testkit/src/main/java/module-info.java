/** Tests for the agents of users, contracts that every store passes, and fault injection. */
module io.stepgraph.testkit {
    requires transitive io.stepgraph.runtime;
    requires static transitive org.jspecify;
    requires transitive org.junit.jupiter.api;
    requires transitive org.junit.jupiter.params;
    requires transitive org.assertj.core;

    exports io.stepgraph.testkit;

    // JUnit finds tests by reflection.
    opens io.stepgraph.testkit;
}
