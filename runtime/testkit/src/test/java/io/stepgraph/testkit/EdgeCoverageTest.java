package io.stepgraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.testkit.EdgeCoverage.Edge;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The edges that runs take, as they are declared. */
final class EdgeCoverageTest {
    private static final ValueType TEXT = ValueType.of(String.class);

    private enum Loop {
        WRITE,
        POLISH,
        ASK,
        GIVE_UP
    }

    private final EdgeCoverage coverage = new EdgeCoverage();

    /** A step whose second visit in a row goes to {@code giveUp} instead. */
    private static GraphSpec<Loop> loop() {
        GraphSpec.Builder<Loop> graph = GraphSpec.builder("loop", "1", TEXT, TEXT);
        graph.step(Loop.WRITE, "write").to(Loop.POLISH, Loop.ASK);
        graph.step(Loop.POLISH, "polish").to(Loop.WRITE).maxVisits(1, Loop.GIVE_UP);
        graph.interrupt(Loop.ASK, "ask", TEXT).to(Loop.WRITE).answeredBy(TEXT);
        graph.step(Loop.GIVE_UP, "giveUp").toEnd();
        return graph.build(Loop.WRITE);
    }

    @Test
    void a_step_that_stands_in_for_another_one_is_reached_by_the_edge_of_MaxVisits() {
        coverage.add(loop(), List.of("write", "polish", "write", "giveUp"), "<end>");

        assertThat(coverage.missing()).containsExactly(new Edge("write", "ask"), new Edge("ask", "write"));
    }

    @Test
    void an_answer_resets_the_count() {
        coverage.add(loop(), List.of("write", "polish", "write", "ask", "write", "polish", "write"), null);

        assertThat(coverage.missing()).containsExactly(new Edge("polish", "giveUp"), new Edge("giveUp", "<end>"));
    }

    @Test
    void the_end_of_a_wait_and_the_failure_that_a_step_chooses_are_edges() {
        GraphSpec.Builder<Loop> graph = GraphSpec.builder("waits", "1", TEXT, TEXT);
        graph.step(Loop.WRITE, "write").to(Loop.POLISH).toFail();
        graph.step(Loop.POLISH, "pause").to(Loop.WRITE).waits();
        GraphSpec<Loop> waits = graph.build(Loop.WRITE);

        coverage.add(waits, List.of("write", "pause", "write"), null);
        assertThat(coverage.missing()).containsExactly(new Edge("write", "<fail>"));

        coverage.add(waits, List.of("write"), "<fail>");
        assertThat(coverage.missing()).isEmpty();
    }

    @Test
    void a_way_that_takes_all_edges_covers_the_graph() {
        coverage.add(loop(), List.of("write", "ask", "write", "polish", "write", "giveUp"), "<end>");

        assertThat(coverage.missing()).isEmpty();
        assertThat(coverage.share()).isEqualTo(1);
    }
}
