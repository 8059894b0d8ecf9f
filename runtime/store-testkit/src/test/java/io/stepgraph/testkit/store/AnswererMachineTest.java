package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineAnswererContract.ANN;
import static io.stepgraph.testkit.store.EngineAnswererContract.BOB;
import static io.stepgraph.testkit.store.EngineAnswererContract.CAROL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.testkit.store.AnswererAgent.Notes;
import io.stepgraph.testkit.store.AnswererAgent.Unsure;
import io.stepgraph.testkit.store.AnswererAgent.Yes;
import io.stepgraph.testkit.store.AnswererAgentGraph.Machine;
import io.stepgraph.testkit.store.AnswererAgentGraph.Outcome;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who may answer a machine, also after a snapshot. */
@Tag("W3")
@Tag("W4")
final class AnswererMachineTest {
    private final AnswererAgentGraph graph = AnswererAgentGraph.of(new AnswererAgent());

    private static void assertRefused(Machine machine, Actor actor, Consumer<Machine> answer) {
        assertThatThrownBy(() -> answer.accept(machine.as(actor)))
                .isInstanceOf(AnswerNotPermittedException.class)
                .hasMessageContaining(actor.name() + " may not");
    }

    @Test
    void the_starter_and_each_answerer_before_are_refused() {
        Machine started = graph.machine().as(ANN);
        started.start(new Notes());
        assertRefused(started, ANN, machine -> machine.answerApprove(new Yes()));

        Machine approved = graph.machine(started.snapshot()).as(BOB);
        approved.answerApprove(new Yes());
        assertRefused(approved, BOB, machine -> machine.answerConfirm(new Unsure()));
        approved.as(CAROL).answerConfirm(new Unsure());

        Machine confirmed = graph.machine(approved.snapshot()).as(ANN);
        assertRefused(confirmed, BOB, machine -> machine.answerSign(new Yes()));
        assertRefused(confirmed, CAROL, machine -> machine.answerSign(new Yes()));
        assertThat(confirmed.answerSign(new Yes())).isInstanceOf(Outcome.Completed.class);
    }
}
