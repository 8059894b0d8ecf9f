package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.Once;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.testkit.store.ApprovalAgent.Approved;
import io.stepgraph.testkit.store.ApprovalAgent.Bank;
import io.stepgraph.testkit.store.ApprovalAgent.Case;
import io.stepgraph.testkit.store.ApprovalAgent.Confirmed;
import io.stepgraph.testkit.store.ApprovalAgent.Large;
import io.stepgraph.testkit.store.ApprovalAgent.Noted;
import io.stepgraph.testkit.store.ApprovalAgent.Question;
import io.stepgraph.testkit.store.ApprovalAgent.Receipt;
import io.stepgraph.testkit.store.ApprovalAgent.Refund;
import io.stepgraph.testkit.store.ApprovalAgent.Rejected;
import io.stepgraph.testkit.store.ApprovalAgentGraph.Outcome;
import io.stepgraph.testkit.store.ApprovalAgentGraph.Runs;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The promises about approvals (A1 to A6), where what was shown is what is executed: the seven ways to execute
 * something else, each tried on a run whose question shows 89 cents. Each executes 89, parks the run, or fails it.
 */
@Tag("A1")
@Tag("A2")
@Tag("A3")
@Tag("A4")
@Tag("A5")
@Tag("A6")
interface EngineApprovalContract extends EngineFixture {

    private static Runs on(EngineProcess process, ApprovalAgent agent) {
        return ApprovalAgentGraph.of(agent).on(process.engine());
    }

    private Runs runs(EngineSettings settings, ApprovalAgent.Paying paying) {
        return on(process(settings), new ApprovalAgent(asked -> {}, paying, new Bank()));
    }

    private static Outcome.Approve asked(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Approve.class);
        return (Outcome.Approve) outcome;
    }

    private static List<String> receipts(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().receipts;
    }

    /** Lets a run ask, and gives an answer that leads to the payment by other steps. */
    private static Outcome notedRun(Runs runs, String id, int cents) {
        return runs.answerApprove(asked(runs.run(id, Case.of(cents))), new Noted("see mail"));
    }

    private static void assertInvalid(Outcome outcome, String what) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        assertThat(((Outcome.Failed) outcome).failure().message()).contains(what);
    }

    @Test
    default void A3_first_way_a_hook_that_modifies_the_state_of_the_step_is_refused() {
        Bank bank = new Bank();
        HookDecision other = new HookDecision.Modify(Case.of(82_000), null);
        Runs runs = runs(EngineSettings.DEFAULT.hooks(EngineFixture.before("pay", other)), bank::approved);

        assertInvalid(notedRun(runs, "one", 89), "the step does exactly what 'approve' showed");

        assertThat(bank.paid).isEmpty();
    }

    @Test
    default void A3_second_way_a_hook_that_modifies_the_input_of_the_step_is_refused() {
        Bank bank = new Bank();
        HookDecision other = new HookDecision.Modify(null, new Approved());
        Runs runs = runs(EngineSettings.DEFAULT.hooks(EngineFixture.before("pay", other)), bank::approved);

        assertInvalid(notedRun(runs, "one", 89), "the step does exactly what 'approve' showed");

        assertThat(bank.paid).isEmpty();
    }

    @Test
    default void A4_third_way_a_hook_after_the_step_before_changes_nothing_that_the_step_sees() {
        Bank bank = new Bank();
        StepHook after = new StepHook() {
            @Override
            public HookTransition after(StepCall call, HookTransition transition) {
                return call.step().equals("check") ? new HookTransition.Go("pay", null, Case.of(82_000)) : transition;
            }
        };
        Runs runs = runs(EngineSettings.DEFAULT.hooks(after), bank::approved);

        assertThat(receipts(notedRun(runs, "one", 89))).containsExactly("paid 89");
        assertThat(bank.paid).containsExactly(89);
    }

    @Test
    default void A4_fourth_way_a_step_between_question_and_payment_changes_nothing_that_is_paid() {
        Bank bank = new Bank();
        Runs runs = on(
                process(EngineSettings.DEFAULT),
                new ApprovalAgent(asked -> asked.cents = 82_000, bank::approved, bank));

        assertThat(receipts(notedRun(runs, "one", 89))).containsExactly("paid 89");
        assertThat(bank.paid).containsExactly(89);
    }

    @Test
    default void A4_fifth_way_a_second_run_with_the_same_business_key_parks() {
        Bank bank = new Bank();
        Runs runs = runs(
                EngineSettings.DEFAULT,
                (approval, context) -> context.once("refund", approval.part(Question::action), Receipt.class)
                        .key(approval.question().action().order())
                        .retryWithSameKey()
                        .perform(bank::pay));
        receipts(notedRun(runs, "one", 89));

        assertThat(notedRun(runs, "two", 82_000)).isInstanceOf(Outcome.Parked.class);

        assertThat(bank.paid).containsExactly(89);
    }

    @Test
    default void A4_sixth_way_a_repeated_attempt_with_another_amount_is_refused() {
        Bank bank = new Bank();
        Runs runs = runs(EngineSettings.DEFAULT, (approval, context) -> {
            int more = context.attempt() * 41_000;
            if (context.attempt() == 1) {
                throw new TransientException("busy");
            }
            return context.once("refund", approval.part(question -> new Refund("order-1", more)), Receipt.class)
                    .retryWithSameKey()
                    .perform(bank::pay);
        });

        assertInvalid(
                notedRun(runs, "one", 89),
                "asks for {\"order\":\"order-1\",\"cents\":82000} (Refund), and approved is"
                        + " {\"order\":\"order-1\",\"cents\":89} (Refund) as 'action' of Question.");

        assertThat(bank.paid).isEmpty();
    }

    @Test
    default void A5_seventh_way_a_fork_behind_the_answer_pays_nothing_again() {
        Bank bank = new Bank();
        Runs runs = runs(EngineSettings.DEFAULT, bank::approved);
        receipts(notedRun(runs, "one", 89));

        runs.fork("one", 4, "again");
        assertThat(receipts(runs.resume("again"))).containsExactly("paid 89");

        assertThat(bank.paid).containsExactly(89);
    }

    @Test
    default void A2_the_answered_question_is_that_of_its_round() {
        List<Answered<Question, ApprovalAgent.Yes>> seen = new CopyOnWriteArrayList<>();
        Bank bank = new Bank();
        Runs runs = runs(EngineSettings.DEFAULT, (approval, context) -> {
            seen.add(approval);
            return bank.approved(approval, context);
        });
        Case twice = Case.of(89);
        twice.rounds = 2;

        Outcome second = runs.answerApprove(asked(runs.run("one", twice)), new Noted("first"));
        assertThat(receipts(runs.answerApprove(asked(second), new Approved()))).containsExactly("paid 89", "paid 99");

        assertThat(seen).extracting(Answered::answer).containsExactly(new Noted("first"), new Approved());
        assertThat(seen).extracting(Answered::visit).containsExactly(2L, 7L);
        assertThat(seen)
                .extracting(approval -> approval.question().action().cents())
                .containsExactly(89, 99);
    }

    @Test
    @Tag("A7")
    default void A7_a_second_person_is_asked_the_same_words_as_the_first() {
        Bank bank = new Bank();
        Runs runs = on(process(EngineSettings.DEFAULT), new ApprovalAgent(asked -> {}, bank::approved, bank));
        Outcome.Approve first = asked(runs.run("one", Case.of(89_000)));

        Outcome second = runs.answerApprove(first, new Large());
        assertThat(second).isInstanceOf(Outcome.Confirm.class);
        Outcome.Confirm confirm = (Outcome.Confirm) second;
        assertThat(confirm.question()).isEqualTo(first.question());

        assertThat(receipts(runs.answerConfirm(confirm, new Confirmed()))).containsExactly("paid 89000");
        assertThat(bank.paid).containsExactly(89_000);
    }

    @Test
    default void A2_a_build_that_cannot_read_the_question_parks_the_run_and_executes_nothing() {
        Bank bank = new Bank();
        EngineProcess older =
                process(EngineSettings.DEFAULT.hooks(EngineFixture.before("pay", new HookDecision.Deny("later"))));
        Runs holding = on(older, new ApprovalAgent(asked -> {}, bank::approved, bank));
        assertThat(notedRun(holding, "one", 89)).isInstanceOf(Outcome.Parked.class);
        older.die();

        ChangedApprovalAgentGraph.Outcome changed = ChangedApprovalAgentGraph.of(new ChangedApprovalAgent())
                .on(process(EngineSettings.DEFAULT).engine())
                .resume("one");
        assertThat(changed).isInstanceOf(ChangedApprovalAgentGraph.Outcome.Parked.class);
        assertThat(((ChangedApprovalAgentGraph.Outcome.Parked) changed).reason())
                .contains("Step 'pay' takes the question of 'approve' that was answered at visit 2")
                .contains("action.cents");
    }

    @Test
    default void A2_an_answer_that_does_not_open_the_gate_leads_elsewhere() {
        Bank bank = new Bank();
        Runs runs = runs(EngineSettings.DEFAULT, bank::approved);

        assertThat(receipts(runs.answerApprove(asked(runs.run("one", Case.of(89))), new Rejected("no"))))
                .containsExactly("rejected: no");
        assertThat(bank.paid).isEmpty();
    }

    @Test
    default void A3_a_hook_sees_the_answered_question_and_a_denied_step_reads_it_again() {
        Bank bank = new Bank();
        List<Object> seen = new CopyOnWriteArrayList<>();
        StepHook once = new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                if (call.answered() == null) {
                    return HookDecision.proceed();
                }
                seen.add(call.answered().question());
                return seen.size() == 1 ? new HookDecision.Deny("not yet") : HookDecision.proceed();
            }
        };
        Runs runs = runs(EngineSettings.DEFAULT.hooks(once), bank::approved);

        assertThat(notedRun(runs, "one", 89)).isInstanceOf(Outcome.Parked.class);
        assertThat(receipts(runs.resume("one"))).containsExactly("paid 89");

        assertThat(seen).containsOnly(new Question("Pay back 89?", new Refund("order-1", 89)));
    }

    @Test
    default void A4_an_effect_of_an_exactly_step_that_asks_for_something_else_is_refused() {
        Bank bank = new Bank();
        Runs runs = runs(
                EngineSettings.DEFAULT,
                (approval, context) -> context.once("refund", new Refund("order-1", 89), Receipt.class)
                        .retryWithSameKey()
                        .perform(bank::pay));

        assertInvalid(notedRun(runs, "one", 89), "context.once(\"refund\", approval.part(");

        assertThat(bank.paid).isEmpty();
    }

    @Test
    default void A5_a_call_that_failed_is_made_again_in_the_same_attempt() {
        Bank bank = new Bank();
        Runs runs = runs(EngineSettings.DEFAULT, (approval, context) -> {
            try {
                return context.once("refund", approval.part(Question::action), Receipt.class)
                        .retryWithSameKey()
                        .call((key, refund) -> {
                            throw new TransientException("busy");
                        });
            } catch (TransientException busy) {
                return bank.approved(approval, context);
            }
        });

        assertThat(receipts(notedRun(runs, "one", 89))).containsExactly("paid 89");
        assertThat(bank.paid).containsExactly(89);
    }

    @Test
    @Tag("E4")
    @Tag("E7")
    default void A5_people_are_shown_the_item_of_an_action_that_is_in_doubt() {
        Runs runs = runs(
                EngineSettings.DEFAULT,
                (approval, context) -> context.once("refund", approval.part(Question::action), Receipt.class)
                        .item("order-1")
                        .perform(refund -> {
                            throw new IllegalStateException("no reply");
                        }));

        Outcome.Parked parked = (Outcome.Parked) notedRun(runs, "one", 89);
        List<EffectInDoubt> inDoubt = runs.effectsInDoubt("one");
        runs.as(Actor.named("ann")).cancel("one");

        assertThat(parked.reason()).startsWith("Effect 'refund[order-1]' of step 'pay' is in doubt");
        assertThat(inDoubt).extracting(EffectInDoubt::item).containsExactly("order-1");
        assertThat(((Outcome.Cancelled) runs.resume("one")).effectsInDoubt()).containsExactly("refund[order-1]");
    }

    @Test
    default void A6_a_port_that_keeps_what_it_got_cannot_use_it_after_the_call() {
        List<Once<Refund>> kept = new CopyOnWriteArrayList<>();
        Bank bank = new Bank();
        Runs runs = runs(EngineSettings.DEFAULT, (approval, context) -> {
            context.once("refund", approval.part(Question::action), Receipt.class)
                    .retryWithSameKey()
                    .perform(refund -> {
                        kept.add(refund);
                        return bank.pay(refund);
                    });
            return bank.pay(kept.get(0));
        });

        assertInvalid(notedRun(runs, "one", 89), "is over. Perform the effect again with StepContext.once.");
    }
}
