package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.store.memory.MemoryStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A graph that stores rows with its steps is refused where nothing could store them. */
@Tag("E8")
final class RefusedRowsTest {
    private final BookingAgentGraph graph = BookingAgentGraph.of(new BookingAgent((context, notes) -> {}));

    @Test
    void E8_a_store_without_a_database_refuses_the_graph_when_it_is_opened() {
        try (MemoryStore store = new MemoryStore();
                Runner runner = Runner.builder(store).build()) {
            assertThatThrownBy(() -> graph.on(runner))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage(
                            "Step 'book' of graph 'engine-transactions' stores rows of the program with its checkpoint"
                                    + " (transactional = true), which this store cannot. Open the graph with a PostgresStore or a"
                                    + " SqliteStore.");
        }
    }

    @Test
    void E8_a_machine_refuses_the_graph() {
        assertThatThrownBy(() -> graph.machine(PermissionMode.PLAN))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("which a machine cannot");
    }
}
