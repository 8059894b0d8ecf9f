package io.stepgraph.runtime.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** S2: the step of a stored run is found by its name, so that each name means one step. */
@Tag("S2")
final class GraphSpecTest {

    private final GraphSpec.Builder<Node> graph =
            GraphSpec.builder("essay", "1", ValueType.of(Notes.class), ValueType.of(Notes.class));

    @Test
    void aStepIsFoundByEachOfItsNames() {
        graph.step(Node.FIRST, "first").to(Node.SECOND).formerly("begin", "start");
        graph.step(Node.SECOND, "second").toEnd().formerly("end");
        GraphSpec<Node> built = graph.build(Node.FIRST);

        assertThat(built.find("start")).isSameAs(built.step(Node.FIRST));
        assertThat(built.find("begin")).isSameAs(built.step(Node.FIRST));
        assertThat(built.find("second")).isSameAs(built.step(Node.SECOND));
        assertThat(built.find("end")).isSameAs(built.step(Node.SECOND));
        assertThat(built.find("third")).isNull();
    }

    @Test
    void aFormerNameOfTwoStepsIsRefused() {
        graph.step(Node.FIRST, "first").to(Node.SECOND).formerly("old");
        graph.step(Node.SECOND, "second").toEnd().formerly("older", "old");

        assertIsRefused("'old'", "'first'", "'second'");
    }

    @Test
    void aFormerNameThatIsALaterStepIsRefused() {
        graph.step(Node.FIRST, "first").to(Node.SECOND).formerly("second");
        graph.step(Node.SECOND, "second").toEnd();

        assertIsRefused("'second'", "'first'");
    }

    @Test
    void aFormerNameThatIsAnEarlierStepIsRefused() {
        graph.step(Node.FIRST, "first").to(Node.SECOND);
        graph.step(Node.SECOND, "second").toEnd().formerly("first");

        assertIsRefused("'first'", "'second'");
    }

    @Test
    void aNameOfTwoStepsIsRefused() {
        graph.step(Node.FIRST, "first").to(Node.SECOND);
        graph.step(Node.SECOND, "first").toEnd();

        assertIsRefused("'first'");
    }

    private void assertIsRefused(String... says) {
        assertThatThrownBy(() -> graph.build(Node.FIRST))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'essay'")
                .hasMessageContainingAll(says);
    }
}
