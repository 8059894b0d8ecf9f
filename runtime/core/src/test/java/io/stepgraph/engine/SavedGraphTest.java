package io.stepgraph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A store keeps each graph, so that tools can draw a run without the agent's classes. */
@Tag("S2")
final class SavedGraphTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final TestGraph<Notes> graph = Graphs.single((notes, context) -> notes.add("done"));

    /** The processor would write a file for it; a test resource stands for that. */
    public static class Agent {}

    /** As a framework derives one. */
    public static final class Derived extends Agent {}

    private @Nullable Json saved() {
        return fixture.memory.log().graph(graph.spec().name(), graph.spec().fingerprint());
    }

    private long saves() {
        return fixture.store.calls().stream().filter("saveGraph"::equals).count();
    }

    @Test
    void S2_the_first_run_of_a_graph_saves_the_graph_and_later_ones_do_not() throws Exception {
        RunClient<Notes, Node> runs = fixture.runner(builder -> builder).client(graph, new Derived());
        assertThat(saved()).isNull();

        Outcomes.completed(runs.run("one", Notes.of(), null));
        Outcomes.completed(runs.run("two", Notes.of(), null));

        byte[] file = Objects.requireNonNull(Agent.class.getResourceAsStream(
                        "/META-INF/stepgraph/io.stepgraph.engine.SavedGraphTest.Agent.json"))
                .readAllBytes();
        assertThat(saved()).hasToString(new String(file, StandardCharsets.UTF_8));
        assertThat(saves()).isEqualTo(1);
    }

    @Test
    void S2_an_agent_without_the_file_is_executed_all_the_same() {
        Outcomes.completed(fixture.run(graph));

        assertThat(saved()).isNull();
        assertThat(saves()).isZero();
    }

    @Test
    void S2_a_store_that_cannot_save_the_graph_now_is_no_trouble_of_the_run() {
        fixture.store.failing("saveGraph", Integer.MAX_VALUE);

        Outcomes.completed(
                fixture.runner(builder -> builder).client(graph, new Agent()).run("one", Notes.of(), null));

        assertThat(saves()).isEqualTo(1);
    }
}
