package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Commit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One visit after the other, one commit each (R1, R2). */
@Tag("R1")
@Tag("R2")
final class StepLoopTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    @Test
    void R1_the_next_step_never_begins_before_the_last_commit_is_durable() {
        List<String> order = new ArrayList<>();
        fixture.store.after(order::add);
        RunClient<Notes, Node> runs = fixture.runs(
                Graphs.line((notes, context) -> order.add("first"), (notes, context) -> order.add("second")));

        runs.run("one", Notes.of(), null);

        assertThat(order).containsExactly("start", "first", "commit", "second", "commit");
    }

    @Test
    void R2_a_commit_holds_the_state_the_next_step_its_input_and_the_visit() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        s -> s.to(SECOND),
                        (notes, input, context) ->
                                Transition.<Node, Notes>go(SECOND, "hello").with(Notes.of("new")))
                .step(SECOND, s -> s.takes(ValueType.of(String.class)).toEnd(), (notes, input, context) -> {
                    notes.add((String) input);
                    return Transition.end();
                });
        assertThat(Outcomes.completed(fixture.run(graph))).hasToString("[new, hello]");
        Commit first = fixture.store.commits().get(0);
        assertThat(first.result().checkpoint().step()).isEqualTo("second");
        assertThat(first.result().checkpoint().input()).hasToString("\"hello\"");
        assertThat(first.result().state()).hasToString("{\"lines\":[\"new\"],\"count\":0}");
        assertThat(first.result().checkpoint().visit()).isEqualTo(2);
        assertThat(first.fingerprint()).isEqualTo("print");
        assertThat(fixture.store.commits()).hasSize(2);
    }

    @Test
    void R2_a_state_that_did_not_change_is_not_written_again() {
        fixture.run(Graphs.line((notes, context) -> {}, (notes, context) -> notes.add("x")));

        assertThat(fixture.store.commits().get(0).result().state()).isNull();
        assertThat(fixture.store.commits().get(1).result().state()).isNotNull();
    }

    @Test
    void a_result_of_its_own_type() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .output(Integer.class)
                .step(FIRST, s -> s.toEnd(), (notes, input, context) -> Transition.end(42));
        RunClient<Notes, Node> runs = fixture.runs(graph);

        assertThat(Outcomes.completed(runs.run("one", Notes.of(), null))).isEqualTo(42);
        assertThat(Outcomes.completed(runs.resume("one"))).isEqualTo(42);
    }
}
