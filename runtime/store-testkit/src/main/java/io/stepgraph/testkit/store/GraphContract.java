package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.StoredGraph;
import io.stepgraph.store.StoredRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The graphs that a store keeps, so that tools can draw a run without the agent's classes. */
@Tag("S2")
interface GraphContract extends StoreFixture {

    @Test
    default void S2_a_graph_is_kept_once_for_each_name_and_fingerprint() {
        StoredGraph first = new StoredGraph("example.Essay", "print-1", Json.of("{\n  \"name\": \"é\"\n}"));
        StoredGraph other = new StoredGraph("example.Essay", "print-2", Json.of("{\"steps\":[]}"));
        store().log().saveGraph(first);
        store().log().saveGraph(other);
        store().log().saveGraph(first);

        assertThat(store().log().graph("example.Essay", "print-1")).isEqualTo(first.json());
        assertThat(store().log().graph("example.Essay", "print-2")).isEqualTo(other.json());
        assertThat(store().log().graph("example.Refund", "print-1")).isNull();
    }

    @Test
    @Tag("Q5")
    default void Q5_a_graph_whose_messages_have_changed_takes_the_place_of_the_one_before() {
        store().log().saveGraph(new StoredGraph("example.Essay", "print-1", Json.of("{\"mailboxes\":1}")));
        store().log().saveGraph(new StoredGraph("example.Essay", "print-1", Json.of("{\"mailboxes\":2}")));

        assertThat(store().log().graph("example.Essay", "print-1")).isEqualTo(Json.of("{\"mailboxes\":2}"));
    }

    @Test
    default void S2_the_graph_of_a_run_is_found_by_the_run() {
        store().log().saveGraph(new StoredGraph("example.Review", "print-1", Json.of("{\"a\":1}")));

        StoredRun run = started();

        assertThat(store().log().graph(run.graph(), run.fingerprint())).isEqualTo(Json.of("{\"a\":1}"));
    }
}
