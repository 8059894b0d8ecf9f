package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.testkit.store.ActionAgent.Approved;
import io.stepgraph.testkit.store.ActionAgent.Bank;
import io.stepgraph.testkit.store.ActionAgent.Batch;
import io.stepgraph.testkit.store.ActionAgent.Charge;
import io.stepgraph.testkit.store.ActionAgent.CloseAll;
import io.stepgraph.testkit.store.ActionAgent.Confirmed;
import io.stepgraph.testkit.store.ActionAgent.Credit;
import io.stepgraph.testkit.store.ActionAgent.Debit;
import io.stepgraph.testkit.store.ActionAgent.Drifting;
import io.stepgraph.testkit.store.ActionAgent.Edited;
import io.stepgraph.testkit.store.ActionAgent.Fee;
import io.stepgraph.testkit.store.ActionAgent.Large;
import io.stepgraph.testkit.store.ActionAgent.Paying;
import io.stepgraph.testkit.store.ActionAgent.Question;
import io.stepgraph.testkit.store.ActionAgent.Receipt;
import io.stepgraph.testkit.store.ActionAgent.Reduced;
import io.stepgraph.testkit.store.ActionAgent.Refund;
import io.stepgraph.testkit.store.ActionAgentGraph.Outcome;
import java.util.AbstractList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The promises about what an approval performs: the action that stands in its place, once. The same on engines and on
 * the machine.
 */
@Tag("A4")
@Tag("A5")
@Tag("A6")
@Tag("A7")
interface ActionContract {
    List<ActionAgent.Deed> CREDIT = List.of(new Credit("order-1", 100));

    /** Runs of one agent in one process. */
    interface Answering {

        /** The outcome of a new run that gets these answers. */
        Outcome outcome(Object... answers);
    }

    Answering runs(ActionAgent agent);

    private Outcome outcome(ActionAgent agent, Object... answers) {
        return runs(agent).outcome(answers);
    }

    private Outcome approved(Paying paying) {
        return outcome(ActionAgent.of(CREDIT, paying), new Approved());
    }

    /** Asks the second person about these, and performs the first of them. */
    private static ActionAgent asking(List<ActionAgent.Deed> deeds, Bank bank) {
        return new ActionAgent(
                CREDIT,
                (approval, context) -> {},
                bank::payFirst,
                shown -> new Question(shown.text(), shown.limit(), shown.former(), deeds));
    }

    private static void assertCompleted(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
    }

    private static Outcome.Failed failed(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return (Outcome.Failed) outcome;
    }

    @Test
    default void A4_what_is_not_the_action_of_the_question_is_refused_and_leaves_it_to_be_performed() {
        Bank bank = new Bank();

        assertCompleted(approved((approval, context) -> {
            List<Answered.Part<?>> others = List.of(
                    approval.part(question -> new Credit("order-1", 101)),
                    approval.part(question -> new Debit("order-1", 100)),
                    approval.part(question -> new CloseAll()),
                    approval.part(Question::former),
                    approval.part(Question::limit),
                    approval.part(Question::text),
                    approval.part(Question::deeds),
                    approval.part(question -> question),
                    approval.chosen(answer -> answer),
                    approval.chosen(answer -> new CloseAll()),
                    approval.chosen(answer -> new Credit("order-1", 100)));
            assertThat(others)
                    .allSatisfy(
                            other -> assertThatIllegalArgumentException()
                                    .isThrownBy(() -> bank.pay(other, context))
                                    .withMessageContainingAll(
                                            "Effect 'refund' asks for ",
                                            ", and approved is {\"@type\":\"Credit\",\"order\":\"order-1\",\"cents\":100}"
                                                    + " (Credit) as 'deeds' of Question.",
                                            "Ask for its elements one by one, as in approval.part(all -> all.deeds().get(0))."));
            bank.payFirst(approval, context);
        }));

        assertThat(bank.paid).containsExactlyElementsOf(CREDIT);
    }

    @Test
    default void A4_an_action_of_the_answer_takes_the_place_of_that_of_the_question() {
        Bank bank = new Bank();
        ActionAgent agent = ActionAgent.of(CREDIT, (approval, context) -> {
            List<Answered.Part<?>> others = List.of(
                    approval.part(question -> question.deeds().get(0)),
                    approval.part(question -> Refund.of(List.of(100))),
                    approval.chosen(answer -> new Charge(List.of(100))),
                    approval.chosen(answer -> {
                        Fee fee = new Fee();
                        fee.cents = List.of(100);
                        return fee;
                    }));
            assertThat(others)
                    .allSatisfy(other -> assertThatIllegalArgumentException()
                            .isThrownBy(() -> bank.pay(other, context))
                            .withMessageContaining("Ask for approval.chosen(Edited::action), as it is."));
            bank.pay(approval.chosen(answer -> ((Edited) answer).action()), context);
        });

        assertCompleted(outcome(agent, new Edited(Refund.of(List.of(100)))));

        assertThat(bank.paid).extracting(paid -> ((Refund) paid).cents).containsExactly(List.of(100));
    }

    @Test
    default void A4_an_action_that_changes_once_it_was_compared_is_performed_as_it_was_compared() {
        Bank bank = new Bank();
        List<Integer> changing = new AbstractList<>() {
            private int reads;

            @Override
            public Integer get(int index) {
                return ++reads == 1 ? 100 : 900;
            }

            @Override
            public int size() {
                return 1;
            }
        };
        ActionAgent agent = ActionAgent.of(
                CREDIT, (approval, context) -> bank.pay(approval.chosen(answer -> Refund.of(changing)), context));

        assertCompleted(outcome(agent, new Edited(Refund.of(List.of(100)))));

        assertThat(bank.paid).extracting(paid -> ((Refund) paid).cents).containsExactly(List.of(100));
    }

    @Test
    default void A4_an_action_that_reads_back_as_another_one_at_any_time_is_not_performed() {
        Bank bank = new Bank();

        for (int nth = 1; nth <= 20; nth++) {
            try {
                outcome(ActionAgent.of(List.of(Drifting.atTheRead(nth)), bank::payFirst), new Approved());
            } catch (NotStorableException refused) {
                assertThat(refused).as("A machine asks no such question.").hasMessageContaining("cents");
            }
        }

        assertThat(bank.paid).hasSizeBetween(1, 19).allMatch(paid -> ((Drifting) paid).cents() == 100);
    }

    @Test
    default void A5_two_steps_and_any_items_perform_one_action_once() {
        Bank bank = new Bank();
        Paying twice = (approval, context) -> {
            Answered.Part<?> action = approval.part(question -> question.deeds().get(0));
            context.once("refund", action, Receipt.class)
                    .item("one")
                    .retryWithSameKey()
                    .perform(bank::pay);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.once("refund", action, Receipt.class)
                            .item("two")
                            .perform(bank::pay))
                    .withMessageContaining("before in this attempt");
        };

        assertCompleted(
                outcome(new ActionAgent(CREDIT, twice, bank::payFirst, UnaryOperator.identity()), new Approved()));

        assertThat(bank.paid).containsExactlyElementsOf(CREDIT);
    }

    @Test
    default void A5_equal_actions_of_a_list_are_each_performed_once() {
        Bank bank = new Bank();
        Credit credit = new Credit("order-1", 5);
        Debit debit = new Debit("order-1", 5);
        Paying all = (approval, context) -> {
            for (int i = 0; i < approval.question().deeds().size(); i++) {
                int place = i;
                bank.pay(approval.part(question -> question.deeds().get(place)), context);
            }
        };

        assertCompleted(outcome(
                new ActionAgent(List.of(credit, debit, credit), all, all, UnaryOperator.identity()), new Approved()));

        assertThat(bank.paid).containsExactly(credit, debit, credit);
    }

    @Test
    default void A6_what_a_port_got_serves_one_call() {
        Bank bank = new Bank();
        Outcome outcome = approved((approval, context) -> context.once(
                        "refund", approval.part(question -> question.deeds().get(0)), Receipt.class)
                .retryWithSameKey()
                .perform(once -> {
                    assertThat(once.key()).isEqualTo(once.key());
                    bank.pay(once);
                    return bank.pay(once);
                }));

        assertThat(failed(outcome).failure().message()).contains("Read it into a variable");
        assertThat(bank.paid).containsExactlyElementsOf(CREDIT);
    }

    @Test
    default void A7_a_second_person_is_not_asked_about_another_action() {
        List<List<ActionAgent.Deed>> others = List.of(
                List.of(new Credit("order-1", 9_000)),
                List.of(new Debit("order-1", 100)),
                List.of(new Credit("order-1", 100), new CloseAll()),
                List.of());

        assertThat(others).allSatisfy(other -> {
            Bank bank = new Bank();
            assertThat(failed(outcome(asking(other, bank), new Large()))
                            .failure()
                            .message())
                    .contains("'confirm'", "'approve'");
            assertThat(bank.paid).isEmpty();
        });
    }

    @Test
    default void A7_a_second_person_is_asked_about_the_action_that_the_first_one_has_written() {
        Bank bank = new Bank();
        Credit reduced = new Credit("order-1", 50);

        failed(outcome(asking(CREDIT, bank), new Reduced(reduced)));
        assertCompleted(outcome(asking(List.of(reduced), bank), new Reduced(reduced), new Confirmed()));

        assertThat(bank.paid).containsExactly(reduced);
    }

    @Test
    default void A7_two_approvals_of_one_action_perform_it_once() {
        Bank bank = new Bank();
        ActionAgent agent = new ActionAgent(
                CREDIT,
                bank::payFirst,
                bank::payFirst,
                shown -> new Question("Are you sure?", 0, shown.former(), shown.deeds()));

        assertCompleted(outcome(agent, new Large(), new Confirmed()));

        assertThat(bank.paid).containsExactlyElementsOf(CREDIT);
    }

    @Test
    default void A4_the_order_of_a_set_makes_no_other_action() {
        Bank bank = new Bank();
        Batch batch = new Batch(new TreeSet<>(List.of("one", "two", "three", "four", "five", "six", "seven", "eight")));

        assertCompleted(outcome(
                ActionAgent.of(
                        List.of(batch), (approval, context) -> bank.pay(approval.part(question -> batch), context)),
                new Approved()));

        assertThat(bank.paid).containsExactly(batch);
    }

    @Test
    default void A7_the_second_person_brings_no_action_of_their_own() {
        Bank bank = new Bank();
        ActionAgent agent = new ActionAgent(
                CREDIT,
                (approval, context) -> {},
                (approval, context) -> bank.pay(approval.chosen(answer -> ((Edited) answer).action()), context),
                UnaryOperator.identity());

        Outcome outcome = outcome(agent, new Large(), new Edited(Refund.of(List.of(900))));

        assertThat(failed(outcome).failure().message()).contains("as in approval.part(all -> all.deeds().get(0))");
        assertThat(bank.paid).isEmpty();
    }
}
