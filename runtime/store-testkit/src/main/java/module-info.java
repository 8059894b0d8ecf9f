/** The contracts that every store and every engine keeps, and fault injection. */
module io.stepgraph.testkit.store {
    requires transitive io.stepgraph.testkit;
    requires static transitive org.jspecify;
    requires transitive org.junit.jupiter.params;
    requires transitive org.assertj.core;

    exports io.stepgraph.testkit.store;

    // JUnit finds tests by reflection.
    opens io.stepgraph.testkit.store;
}
