package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.testkit.store.ActionAgent.Approved;
import io.stepgraph.testkit.store.ActionAgent.Bank;
import io.stepgraph.testkit.store.ActionAgent.Case;
import io.stepgraph.testkit.store.ActionAgent.Confirmed;
import io.stepgraph.testkit.store.ActionAgent.Large;
import io.stepgraph.testkit.store.ActionAgentGraph.Machine;
import io.stepgraph.testkit.store.ActionAgentGraph.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The {@link ActionContract} of a machine, and of its snapshots. */
@Tag("A5")
final class ActionMachineTest implements ActionContract {

    @Override
    public Answering runs(ActionAgent agent) {
        return answers -> {
            Machine machine = ActionAgentGraph.of(agent).machine();
            Outcome outcome = machine.start(new Case());
            for (Object answer : answers) {
                outcome = machine.answer(answer);
            }
            return outcome;
        };
    }

    @Test
    void A5_a_snapshot_that_is_restored_twice_pays_once() {
        Bank bank = new Bank();
        ActionAgent agent = new ActionAgent(CREDIT, bank::payFirst, bank::payFirst, question -> question);
        Machine machine = ActionAgentGraph.of(agent).machine();
        machine.start(new Case());
        String asked = machine.snapshot();

        for (int i = 0; i < 2; i++) {
            Machine restored = ActionAgentGraph.of(agent).machine(asked);
            restored.answer(new Large());
            String paid = restored.snapshot();
            assertThat(ActionAgentGraph.of(agent).machine(paid).answer(new Confirmed()))
                    .isInstanceOf(Outcome.Completed.class);
        }

        assertThat(bank.paid).containsExactlyElementsOf(CREDIT);
    }

    @Test
    void A5_an_other_machine_pays_for_itself() {
        Bank bank = new Bank();
        Answering machines = runs(ActionAgent.of(CREDIT, bank::payFirst));

        machines.outcome(new Approved());
        machines.outcome(new Approved());

        assertThat(bank.paid).hasSize(2);
    }

    @Test
    @Tag("E4")
    void E4_the_doubt_of_one_action_outlasts_the_success_of_another() {
        List<String> doubts = new ArrayList<>();
        DoubtfulActionAgentGraph.Machine machine =
                DoubtfulActionAgentGraph.of(new DoubtfulActionAgent(doubts)).machine();
        machine.start(new Case());

        machine.answerApprove(new Approved());

        assertThat(doubts).singleElement().asString().contains("order-1");
    }
}
