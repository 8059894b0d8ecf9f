package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.EffectNotPerformedException;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.store.memory.MemoryStore;
import io.stepgraph.testkit.store.PaymentBuilds.Approved;
import io.stepgraph.testkit.store.PaymentBuilds.Case;
import io.stepgraph.testkit.store.PaymentBuilds.Order;
import io.stepgraph.testkit.store.PaymentBuilds.Paying;
import io.stepgraph.testkit.store.PaymentBuilds.Question;
import io.stepgraph.testkit.store.PaymentBuilds_GatedGraph.Outcome;
import io.stepgraph.testkit.store.PaymentBuilds_GatedGraph.Runs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A visit that one build has begun and another one ends: what it has performed is not performed again in another way.
 */
@Tag("A5")
final class ChangedBuildTest {
    private final MemoryStore store = new MemoryStore();
    private final List<Object> paid = new ArrayList<>();

    /** The outcome of the newer build, which tries again what the older one has paid and then failed at. */
    private Outcome retried(Paying older, Paying newer) {
        try (Runner runner = Runner.builder(store).build()) {
            Runs runs = PaymentBuilds_GatedGraph.of(new PaymentBuilds.Gated((approval, context) -> {
                        older.accept(approval, context);
                        throw new IllegalStateException("The payment is made.");
                    }))
                    .on(runner);
            Outcome.Approve asked = (Outcome.Approve) runs.run("one", new Case());
            assertThat(runs.answerApprove(asked, new Approved())).isInstanceOf(Outcome.Failed.class);
        }
        try (Runner runner = Runner.builder(store).build()) {
            return PaymentBuilds_GatedGraph.of(new PaymentBuilds.Gated(newer))
                    .on(runner)
                    .retry("one");
        }
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

    private static void refused(Answered<Question, Approved> approval, StepContext<?> context) {
        context.once("refund", approval.part(Question::action), String.class).call((key, refund) -> {
            throw new EffectNotPerformedException("The card is closed.");
        });
    }

    @Test
    void A5_what_was_not_performed_leaves_its_place_to_no_other_request() {
        Paying instead = (approval, context) -> {
            try {
                refused(approval, context);
            } catch (EffectNotPerformedException closed) {
                context.once("refund", new Order(80), String.class).call((key, order) -> {
                    paid.add(order);
                    return "paid";
                });
            }
        };

        assertThat(retried(ChangedBuildTest::refused, instead)).isInstanceOf(Outcome.Completed.class);
        assertThat(paid).containsExactly(new Order(80));
    }

    @Test
    @Tag("A2")
    void A2_a_component_that_a_newer_build_has_and_that_is_null_is_no_difference() {
        try (Runner runner = Runner.builder(store).build()) {
            PaymentBuilds_GatedGraph.of(new PaymentBuilds.Gated((approval, context) -> {}))
                    .on(runner)
                    .run("one", new Case());
        }
        try (Runner runner = Runner.builder(store).build()) {
            PaymentBuilds_GrownGraph.Runs grown =
                    PaymentBuilds_GrownGraph.of(new PaymentBuilds.Grown(paid)).on(runner);
            grown.answerApprove((PaymentBuilds_GrownGraph.Outcome.Approve) grown.resume("one"), new Approved());
        }

        assertThat(paid).containsExactly(new PaymentBuilds.Refund(89));
    }
}
