package io.stepgraph.runtime.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({
        "first, old, second, old, 'old'",
        "first, second, second, end, 'second'",
        "first, begin, second, first, 'first'",
        "first, begin, first, end, 'first'"
    })
    void aNameOfTwoStepsIsRefused(String one, String formerOne, String other, String formerOther, String clash) {
        graph.step(Node.FIRST, one).to(Node.SECOND).formerly(formerOne);
        graph.step(Node.SECOND, other).toEnd().formerly(formerOther);
        assertThatThrownBy(() -> graph.build(Node.FIRST))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'essay'", "'" + clash + "'", "'" + one + "'", "'" + other + "'");
    }
}
