package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.testkit.store.ApprovalAgent.Approved;
import io.stepgraph.testkit.store.ApprovalAgent.Bank;
import io.stepgraph.testkit.store.ApprovalAgent.Case;
import io.stepgraph.testkit.store.ApprovalAgent.Noted;
import io.stepgraph.testkit.store.ApprovalAgent.Question;
import io.stepgraph.testkit.store.ApprovalAgent.Receipt;
import io.stepgraph.testkit.store.ApprovalAgentGraph.Machine;
import io.stepgraph.testkit.store.ApprovalAgentGraph.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What was shown is what a machine executes: the ways of {@link EngineApprovalContract} that need neither hook, store
 * nor fork.
 */
@Tag("A2")
@Tag("A4")
@Tag("A5")
@Tag("A7")
final class ApprovalMachineTest {
    private final Bank bank = new Bank();

    private static Machine asked(ApprovalAgent agent, Case start) {
        Machine machine = ApprovalAgentGraph.of(agent).machine();
        assertThat(machine.start(start)).isInstanceOf(Outcome.Approve.class);
        return machine;
    }

    private static List<String> receipts(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().receipts;
    }

    @Test
    void a_step_between_question_and_payment_changes_nothing_that_is_paid() {
        ApprovalAgent agent = new ApprovalAgent(asked -> asked.cents = 82_000, bank::approved, bank);

        assertThat(receipts(asked(agent, Case.of(89)).answerApprove(new Noted("see mail"))))
                .containsExactly("paid 89");
        assertThat(bank.paid).containsExactly(89);
    }

    @Test
    void a_step_that_changes_what_it_got_changes_no_later_attempt_and_no_round() {
        List<Answered<Question, ?>> seen = new ArrayList<>();
        Case twice = Case.of(89);
        twice.rounds = 2;
        ApprovalAgent agent = new ApprovalAgent(
                asked -> {},
                (approval, context) -> {
                    seen.add(approval);
                    return bank.approved(approval, context);
                },
                bank);
        Machine machine = asked(agent, twice);

        assertThat(machine.answerApprove(new Noted("first"))).isInstanceOf(Outcome.Approve.class);
        assertThat(receipts(machine.answerApprove(new Approved()))).containsExactly("paid 89", "paid 99");

        assertThat(seen).extracting(Answered::visit).containsExactly(2L, 7L);
    }

    @Test
    void A5_a_repeated_attempt_has_the_key_of_the_first_one() {
        List<String> keys = new ArrayList<>();
        ApprovalAgent agent = new ApprovalAgent(
                asked -> {},
                (approval, context) -> context.once("refund", approval.part(Question::action), Receipt.class)
                        .call((key, refund) -> {
                            keys.add(key);
                            if (keys.size() < 3) {
                                throw new TransientException("busy");
                            }
                            return new Receipt("paid");
                        }),
                bank);

        assertThat(receipts(asked(agent, Case.of(89)).answerApprove(new Approved())))
                .containsExactly("paid");

        assertThat(keys).hasSize(3).containsOnly(keys.get(0));
    }
}
