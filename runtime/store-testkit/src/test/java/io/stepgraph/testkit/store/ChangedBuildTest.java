package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.EffectNotPerformedException;
import io.stepgraph.runtime.Once;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.store.memory.MemoryStore;
import io.stepgraph.testkit.store.GatedPaymentAgent.Approved;
import io.stepgraph.testkit.store.GatedPaymentAgent.Case;
import io.stepgraph.testkit.store.GatedPaymentAgent.Order;
import io.stepgraph.testkit.store.GatedPaymentAgent.Question;
import io.stepgraph.testkit.store.GatedPaymentAgent.Refund;
import io.stepgraph.testkit.store.GatedPaymentAgentGraph.Outcome;
import io.stepgraph.testkit.store.GatedPaymentAgentGraph.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A visit that one build has begun and another one ends: what it has performed is not performed again in another way. */
@Tag("A5")
final class ChangedBuildTest {
    private final MemoryStore store = new MemoryStore();
    private final List<Object> paid = new ArrayList<>();

    private interface Paying extends BiConsumer<Answered<Question, Approved>, StepContext<?>> {}

    private void approved(Answered<Question, Approved> approval, StepContext<?> context) {
        context.once("refund", approval.part(Question::action), String.class).perform(this::pay);
    }

    private Paying ordered(int cents) {
        return (approval, context) ->
                context.once("refund", new Order(cents), String.class).perform(this::pay);
    }

    private String pay(Once<?> once) {
        paid.add(once.request());
        return "paid";
    }

    /** The outcome of the newer build, which tries again what the older one has paid and then failed at. */
    private Outcome retried(Paying older, Paying newer) {
        try (Runner runner = Runner.builder(store).build()) {
            Runs runs = GatedPaymentAgentGraph.of(new GatedPaymentAgent((approval, context) -> {
                        older.accept(approval, context);
                        throw new IllegalStateException("The payment is made.");
                    }))
                    .on(runner);
            Outcome.Approve asked = (Outcome.Approve) runs.run("one", new Case());
            assertThat(runs.answerApprove(asked, new Approved())).isInstanceOf(Outcome.Failed.class);
        }
        try (Runner runner = Runner.builder(store).build()) {
            return GatedPaymentAgentGraph.of(new GatedPaymentAgent(newer))
                    .on(runner)
                    .retry("one");
        }
    }

    @Test
    @Tag("A4")
    void A4_an_action_that_reads_back_as_another_one_at_any_time_is_not_performed() {
        try (Runner runner = Runner.builder(store).build()) {
            Runs runs = GatedPaymentAgentGraph.of(new GatedPaymentAgent(this::approved))
                    .on(runner);
            for (int nth = 1; nth <= 20; nth++) {
                Outcome.Approve asked = (Outcome.Approve) runs.run("run " + nth, new Case());
                AtomicInteger left = new AtomicInteger(nth);
                GatedPaymentAgent.READING.set(cents -> left.decrementAndGet() == 0 ? 9 * cents : cents);
                runs.answerApprove(asked, new Approved());
                GatedPaymentAgent.READING.remove();
            }
            assertThat(runner.effectsInDoubt(20)).isEmpty();
        }

        assertThat(paid).hasSizeBetween(5, 19).containsOnly(new Refund(89));
    }

    private static void assertConflict(Outcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Parked.class,
                        parked -> assertThat(parked.reason()).contains("was requested with another cents before"));
    }

    @Test
    void A5_what_was_performed_without_the_approval_is_not_performed_again() {
        assertThat(retried(ordered(89), this::approved)).isInstanceOf(Outcome.Completed.class);

        assertThat(paid).containsExactly(new Order(89));
    }

    @Test
    void A5_something_else_than_was_performed_without_the_approval_parks() {
        assertConflict(retried(ordered(90), this::approved));

        assertThat(paid).containsExactly(new Order(90));
    }

    @Test
    void A5_something_else_than_was_performed_with_the_approval_parks() {
        assertConflict(retried(this::approved, ordered(90)));

        assertThat(paid).hasSize(1);
    }

    @Test
    void A5_a_request_of_its_own_beside_the_approved_one_is_performed_for_itself() {
        Paying both = (approval, context) -> {
            approved(approval, context);
            ordered(90).accept(approval, context);
        };

        assertThat(retried(both, both)).isInstanceOf(Outcome.Completed.class);
        assertThat(paid).hasSize(2);
    }

    /** Performs the question's action of its own accord, once for each item. */
    private Paying items(String... items) {
        return (approval, context) -> {
            for (String item : items) {
                context.once("refund", approval.question().action(), String.class)
                        .item(item)
                        .call((key, refund) -> {
                            paid.add(item);
                            return item;
                        });
            }
        };
    }

    @Test
    void A5_requests_of_a_step_that_are_told_apart_by_items_may_come_in_another_order() {
        assertThat(retried(items("mail"), items("text", "mail"))).isInstanceOf(Outcome.Completed.class);

        assertThat(paid).containsExactly("mail", "text");
    }

    @Test
    void A5_what_was_not_performed_leaves_its_place_to_no_other_request() {
        Paying instead = (approval, context) -> {
            try {
                context.once("refund", approval.part(Question::action), String.class)
                        .call((key, refund) -> {
                            throw new EffectNotPerformedException("The card is closed.");
                        });
            } catch (EffectNotPerformedException closed) {
                ordered(80).accept(approval, context);
            }
        };

        assertThat(retried(
                        (approval, context) -> {
                            context.once("refund", approval.part(Question::action), String.class)
                                    .call((key, refund) -> {
                                        throw new EffectNotPerformedException("The card is closed.");
                                    });
                        },
                        instead))
                .isInstanceOf(Outcome.Completed.class);
        assertThat(paid).containsExactly(new Order(80));
    }
}
