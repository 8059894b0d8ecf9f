package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.testkit.store.AnswererAgent.Notes;
import io.stepgraph.testkit.store.AnswererAgent.Unsure;
import io.stepgraph.testkit.store.AnswererAgent.Yes;
import io.stepgraph.testkit.store.AnswererAgentGraph.Machine;
import io.stepgraph.testkit.store.AnswererAgentGraph.Outcome;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who may answer a machine, also after a snapshot. */
@Tag("W3")
@Tag("W4")
final class AnswererMachineTest {
    private final AnswererAgentGraph graph = AnswererAgentGraph.of(new AnswererAgent());

    @Test
    void the_starter_and_the_first_answerer_are_refused() {
        Machine machine = graph.machine().as(EngineAnswererContract.ANN);
        assertThat(machine.start(new Notes())).isInstanceOf(Outcome.Approve.class);

        assertThatThrownBy(() -> machine.answerApprove(new Yes()))
                .isInstanceOf(AnswerNotPermittedException.class)
                .hasMessageContaining("ann may not");
        Machine bob = graph.machine(machine.snapshot()).as(EngineAnswererContract.BOB);
        assertThat(bob.answerApprove(new Yes())).isInstanceOf(Outcome.Confirm.class);
        assertThatThrownBy(() -> bob.answerConfirm(new Yes()))
                .isInstanceOf(AnswerNotPermittedException.class)
                .hasMessageContaining("bob may not");
        assertThat(bob.as(EngineAnswererContract.CAROL).answerConfirm(new Yes()))
                .isInstanceOf(Outcome.Completed.class);
    }

    @Test
    void of_three_answerers_the_last_is_neither_of_those_before() {
        Machine machine = graph.machine().as(EngineAnswererContract.ANN);
        machine.start(new Notes());
        machine.as(EngineAnswererContract.BOB).answerApprove(new Yes());
        machine.as(EngineAnswererContract.CAROL).answerConfirm(new Unsure());
        Machine restored = graph.machine(machine.snapshot()).as(EngineAnswererContract.ANN);

        for (Actor before : List.of(EngineAnswererContract.BOB, EngineAnswererContract.CAROL)) {
            assertThatThrownBy(() -> restored.as(before).answerSign(new Yes()))
                    .isInstanceOf(AnswerNotPermittedException.class)
                    .hasMessageContaining(before.name() + " may not");
        }
        assertThat(restored.answerSign(new Yes())).isInstanceOf(Outcome.Completed.class);
    }
}
