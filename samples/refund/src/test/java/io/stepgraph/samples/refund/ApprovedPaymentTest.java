package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.samples.refund.Decision.Approved;
import io.stepgraph.samples.refund.RefundAgent.Case;
import io.stepgraph.samples.refund.RefundAgentGraph.Outcome;
import io.stepgraph.samples.refund.RefundAgentGraph.Runs;
import io.stepgraph.samples.refund.orders.Order;
import io.stepgraph.samples.refund.payment.Money;
import io.stepgraph.samples.refund.plan.Reason;
import io.stepgraph.store.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The agent pays what was shown, also after a denial, with other prices, and for a second person. The contract of
 * engines tries the hooks, steps and forks that could change an approved payment.
 */
final class ApprovedPaymentTest {
    private static final Money SHOWN = eur(89_00);
    private static final String TICKET = "N-1 is broken";
    private static final Actor ROSA = Actor.named("rosa", "reviewer");
    private static final Actor LEA = Actor.named("lea", "lead");
    private static final StepHook NONE = new StepHook() {};

    private final FakeWorld world = new FakeWorld();
    private final MemoryStore store = new MemoryStore();
    private final List<Runner> runners = new ArrayList<>();

    private static Money eur(long cents) {
        return new Money(cents, "EUR");
    }

    @AfterEach
    void end() {
        runners.forEach(Runner::close);
        store.close();
    }

    private Runs runs(StepHook hook) {
        return runs(world.agent(), hook);
    }

    private Runs runs(RefundAgent agent, StepHook hook) {
        Runner runner = Runner.builder(store)
                .maxMode(PermissionMode.ACCEPT_EDITS)
                .hook(hook)
                .build();
        runners.add(runner);
        return RefundAgentGraph.of(agent).on(runner).as(Actor.named("ann"));
    }

    private static Case ticket(String text) {
        return new Case(new SupportTicket("north", "ann", "ann@mail.example", text));
    }

    /** A case like that of the run, which would pay back 820.00 EUR. */
    private static Case other() {
        Case other = ticket(TICKET);
        other.proposal = new Proposal("N-1", "a lamp", eur(820_00), Reason.DAMAGED, "None.", true);
        return other;
    }

    /** Starts a run and approves what it shows. */
    private static Outcome approved(Runs runs, String id, String text, Money shown) {
        Outcome.Approve asked = (Outcome.Approve) runs.run(id, ticket(text));
        assertThat(asked.question().payment().amount()).isEqualTo(shown);
        return runs.as(ROSA).answerApprove(asked, new Approved());
    }

    private static Outcome approved(Runs runs) {
        return approved(runs, "one", TICKET, SHOWN);
    }

    private void assertPaid(Outcome outcome, Money amount) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Completed.class,
                        done -> assertThat(done.result())
                                .isInstanceOfSatisfying(
                                        Ending.Refunded.class,
                                        refunded -> assertThat(
                                                        refunded.payment().amount())
                                                .isEqualTo(amount)));
        assertThat(world.amounts()).containsExactly(amount);
    }

    private static StepHook before(String step, HookDecision decision) {
        return new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                return call.step().equals(step) ? decision : HookDecision.proceed();
            }
        };
    }

    @Test
    void after_a_denial_a_ticket_that_asks_for_another_amount_parks_and_one_that_asks_for_the_same_is_paid() {
        Runs runs = runs(NONE);
        world.denied.add("N-1");
        assertThat(((Outcome.Completed) approved(runs)).result()).isInstanceOf(Ending.Denied.class);

        assertThat(approved(runs, "two", "I do not like N-1", eur(84_00))).isInstanceOf(Outcome.Parked.class);
        assertThat(world.amounts()).isEmpty();
        assertPaid(approved(runs, "three", TICKET, SHOWN), SHOWN);
    }

    @Test
    void an_attempt_of_a_process_with_other_prices_pays_what_was_shown() {
        world.busy.add("N-1");
        assertThat(approved(runs(new StepHook() {
                    @Override
                    public HookDecision before(StepCall call) {
                        return call.attempt() == 2 ? new HookDecision.Deny("elsewhere") : HookDecision.proceed();
                    }
                })))
                .isInstanceOf(Outcome.Parked.class);
        RefundAgent agent = world.agent();
        Order dear = new Order("north", "N-1", "ann", "a lamp", eur(820_00), eur(5_00), false, 0);
        RefundAgent other = new RefundAgent(
                agent.planner(),
                (tenant, customer, number) -> Optional.of(dear),
                agent.payments(),
                agent.receipts(),
                agent.mail(),
                agent.limit());

        assertPaid(runs(other, NONE).resume("one"), SHOWN);
    }

    @Test
    void the_lead_reads_the_words_that_were_approved_whatever_has_changed_since() {
        Runs runs = runs(before("checkAmount", new HookDecision.Modify(other(), null)));
        Outcome.Approve asked = (Outcome.Approve) runs.run("one", ticket("N-8 is broken"));

        Outcome.Confirm again = (Outcome.Confirm) runs.as(ROSA).answerApprove(asked, new Approved());
        assertThat(again.question()).isEqualTo(asked.question());
        assertThat(world.amounts()).isEmpty();

        assertPaid(runs.as(LEA).answerConfirm(again, new Approved()), eur(890_00));
    }
}
