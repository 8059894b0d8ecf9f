package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.ApprovedEffect;
import io.stepgraph.runtime.client.AgentOutcome;
import io.stepgraph.runtime.client.AgentRuns;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.testkit.store.ActionAgent.Approved;
import io.stepgraph.testkit.store.ActionAgent.Bank;
import io.stepgraph.testkit.store.ActionAgent.Credit;
import io.stepgraph.testkit.store.ActionAgent.Decision;
import io.stepgraph.testkit.store.ActionAgent.Large;
import io.stepgraph.testkit.store.ActionAgent.Question;
import io.stepgraph.testkit.store.ActionAgent.Receipt;
import io.stepgraph.testkit.store.ActionAgent.Reply;
import io.stepgraph.testkit.store.ActionAgentGraph.Outcome;
import io.stepgraph.testkit.store.ActionAgentGraph.Runs;
import io.stepgraph.testkit.store.PaymentBuilds.Build;
import io.stepgraph.testkit.store.PaymentBuilds.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The {@link ActionContract} of every engine, and what a run that another build continues performs: the action, once.
 */
@Tag("A5")
@Tag("A7")
interface EngineActionContract extends ActionContract, EngineFixture {

    @Override
    default Answering runs(ActionAgent agent) {
        return runs(EngineSettings.DEFAULT, agent);
    }

    /**
     * Each run in a process of its own, which ends before the next one begins: on Temporal, two would share the runs of
     * a graph.
     */
    private Answering runs(EngineSettings settings, ActionAgent agent) {
        return answers -> {
            try (EngineProcess process = process(settings)) {
                Runs runs = ActionAgentGraph.of(agent).on(process.engine());
                Outcome outcome = runs.run(UUID.randomUUID().toString(), new ActionAgent.Case());
                for (Object answer : answers) {
                    if (outcome instanceof Outcome.Approve asked) {
                        outcome = runs.answerApprove(asked, (Decision) answer);
                    } else if (outcome instanceof Outcome.Confirm asked) {
                        outcome = runs.answerConfirm(asked, (Reply) answer);
                    }
                }
                return outcome;
            }
        };
    }

    private UnmarkedAgentGraph.Outcome unmarked(UnmarkedAgent.Paying paying) {
        try (EngineProcess process = process(EngineSettings.DEFAULT)) {
            UnmarkedAgentGraph.Runs runs =
                    UnmarkedAgentGraph.of(new UnmarkedAgent(paying)).on(process.engine());
            var asked = (UnmarkedAgentGraph.Outcome.Approve)
                    runs.run(UUID.randomUUID().toString(), new UnmarkedAgent.Case());
            return runs.answerApprove(asked, new UnmarkedAgent.Approved());
        }
    }

    @Test
    @Tag("A4")
    default void A4_without_a_mark_the_question_as_a_whole_is_the_action() {
        Bank bank = new Bank();

        assertThat(unmarked((approval, context) -> bank.pay(approval.part(UnmarkedAgent.Order::refund), context)))
                .asString()
                .startsWith("Failed")
                .contains(
                        "Mark the component that is performed, a record, with @Action, or ask for the question as a whole.");
        assertThat(bank.paid).isEmpty();

        unmarked((approval, context) ->
                context.once("refund", approval, Receipt.class).perform(bank::pay));
        assertThat(bank.paid).containsExactly(new UnmarkedAgent.Order(new UnmarkedAgent.Refund(100), 50_000));
    }

    @Test
    default void A7_a_hook_lets_no_second_person_be_asked_about_another_action() {
        StepHook hook = new StepHook() {
            @Override
            public HookTransition after(StepCall call, HookTransition transition) {
                return call.step().equals("confirm")
                        ? new HookTransition.Ask(
                                new Question(
                                        "Do this?", 0, new Credit("order-1", 0), List.of(new Credit("order-1", 9_000))),
                                null)
                        : transition;
            }
        };
        Bank bank = new Bank();
        ActionAgent agent = new ActionAgent(CREDIT, (approval, context) -> {}, bank::payFirst, question -> question);

        assertThat(runs(EngineSettings.DEFAULT.hooks(hook), agent).outcome(new Large()))
                .isInstanceOf(Outcome.Failed.class);
        assertThat(bank.paid).isEmpty();
    }

    /** Performs the action, with a business key unless that is empty. */
    private static ActionAgent.Paying keyed(Bank bank, String key) {
        return (approval, context) -> {
            ApprovedEffect<ActionAgent.Deed, Receipt> effect = context.once(
                            "refund",
                            approval.<ActionAgent.Deed>part(
                                    question -> question.deeds().get(0)),
                            Receipt.class)
                    .retryWithSameKey();
            (key.isEmpty() ? effect : effect.key(key)).perform(bank::pay);
        };
    }

    @Test
    @Tag("E2")
    default void A5_one_action_has_one_business_key_or_none() {
        Map<String, String> keys = Map.of("order-1", "", "", "order-1");

        assertThat(keys).allSatisfy((first, second) -> {
            Bank bank = new Bank();
            ActionAgent agent =
                    new ActionAgent(CREDIT, keyed(bank, first), keyed(bank, second), UnaryOperator.identity());

            assertThat(runs(agent).outcome(new Approved())).isInstanceOf(Outcome.Parked.class);
            assertThat(bank.paid).containsExactlyElementsOf(CREDIT);
        });
    }

    @Test
    @Tag("E2")
    default void A5_a_business_key_is_a_text_of_the_action() {
        Bank bank = new Bank();

        assertThat(List.of("order-2", "100", "Credit"))
                .allSatisfy(key -> assertThat(
                                runs(ActionAgent.of(CREDIT, keyed(bank, key))).outcome(new Approved()))
                        .isInstanceOfSatisfying(
                                Outcome.Failed.class,
                                failed -> assertThat(failed.failure().message()).contains("'" + key + "'")));

        assertThat(bank.paid).isEmpty();
    }

    /** The outcome of a run of an older build in a process of its own, whose question is answered. */
    private AgentOutcome left(Change change, EngineProcess process, Bank bank, Runnable then) {
        var runs = change.older().on(process, bank, then);
        AgentOutcome.Asked asked = (AgentOutcome.Asked) runs.run(change.run(), new PaymentBuilds.Case());
        return runs.answer(asked.ticket().id(), "{}");
    }

    @Test
    @Tag("A4")
    default void A4_a_gated_step_that_is_not_exactly_performs_no_other_action_either() {
        Bank bank = new Bank();

        assertThat(left(new Change(Build.WRONG, Build.WRONG), process(EngineSettings.DEFAULT), bank, () -> {}))
                .asString()
                .startsWith("Failed")
                .contains("asks for {\"cents\":90} (Refund), and approved is {\"cents\":89} (Refund)");
        assertThat(bank.paid).isEmpty();
    }

    /** Lets a newer build continue the run that an older one has left, each in a process of its own. */
    private AgentOutcome continued(
            Change change, Bank bank, Function<AgentRuns<?, ?, ? extends AgentOutcome>, AgentOutcome> how) {
        EngineProcess newer = process(EngineSettings.DEFAULT);
        AgentOutcome outcome = how.apply(change.newer().on(newer, bank, () -> {}));
        newer.close();
        return outcome;
    }

    private void continueRun(
            Change change, Bank bank, Function<AgentRuns<?, ?, ? extends AgentOutcome>, AgentOutcome> how) {
        AgentOutcome outcome = continued(change, bank, how);
        assertThat(outcome.kind()).as("%s", outcome).isEqualTo("completed");
        assertThat(bank.paid).hasSize(1);
    }

    /** Lets a newer build retry the run of an older one, which has failed after its payment. */
    private AgentOutcome retried(Change change, Bank bank) {
        EngineProcess older = process(EngineSettings.DEFAULT);
        AgentOutcome failed = left(change, older, bank, () -> {
            throw new IllegalStateException("The payment is made.");
        });
        assertThat(failed.kind()).isEqualTo("failed");
        older.close();
        return continued(change, bank, runs -> runs.retry(change.run()));
    }

    @Test
    default void A5_a_build_that_retries_the_run_of_another_one_pays_nothing_again() {
        List<Change> changes = new ArrayList<>(Change.ALL);
        changes.add(new Change(Build.ORDERED, Build.EXACT)); // a fork makes it again: its key is of the run
        assertThat(changes).allSatisfy(change -> {
            Bank bank = new Bank();

            assertThat(retried(change, bank).kind()).isEqualTo("completed");
            assertThat(bank.paid).hasSize(1);
        });
    }

    @Test
    default void A5_a_build_that_asks_for_something_else_than_was_performed_parks_the_run() {
        List<Change> changes = List.of(new Change(Build.OTHER, Build.EXACT), new Change(Build.EXACT, Build.OTHER));
        assertThat(changes).allSatisfy(change -> {
            Bank bank = new Bank();

            assertThat(retried(change, bank))
                    .asString()
                    .startsWith("Parked")
                    .contains("was requested with another cents before");
            assertThat(bank.paid).hasSize(1);
        });
    }

    @Test
    default void A5_a_request_of_its_own_beside_the_approved_one_is_performed_for_itself() {
        Bank bank = new Bank();

        assertThat(retried(new Change(Build.BOTH, Build.BOTH), bank).kind()).isEqualTo("completed");
        assertThat(bank.paid).containsExactly(new PaymentBuilds.Refund(89), new PaymentBuilds.Refund(90));
    }

    @Test
    default void A5_a_build_that_forks_the_run_of_another_one_pays_nothing_again() {
        assertThat(Change.ALL).allSatisfy(change -> {
            Bank bank = new Bank();
            EngineProcess older = process(EngineSettings.DEFAULT);
            assertThat(left(change, older, bank, () -> {}).kind()).isEqualTo("completed");
            older.close();

            continueRun(change, bank, runs -> {
                runs.fork(change.run(), 2, change.run() + " again");
                return runs.resume(change.run() + " again");
            });
        });
    }

    @Test
    default void A5_a_build_that_takes_over_the_run_of_another_one_pays_nothing_again() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        for (Change change : Change.ALL) {
            Bank bank = new Bank();
            EngineProcess dying = process(EngineSettings.DEFAULT);
            CountDownLatch paid = new CountDownLatch(1);
            begin(() -> left(change, dying, bank, () -> {
                paid.countDown();
                EngineFixture.uninterrupted(over);
            }));
            paid.await();
            dying.die();
            pass(patience());

            continueRun(change, bank, runs -> runs.resume(change.run()));
        }
        over.countDown();
    }
}
