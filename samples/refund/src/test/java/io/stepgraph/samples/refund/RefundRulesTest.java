package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.samples.refund.orders.Order;
import io.stepgraph.samples.refund.payment.Money;
import io.stepgraph.samples.refund.plan.Reason;
import org.junit.jupiter.api.Test;

/** What a customer is paid back, and who has to approve it. */
final class RefundRulesTest {
    private final RefundRules rules = new RefundRules(Limit.DEFAULT);

    private static Order order(long cents, boolean isFinalSale, int earlierRefunds) {
        Money shipping = new Money(5_00, "EUR");
        return new Order(
                "north", "N-1", "ann", "a lamp", new Money(cents, "EUR"), shipping, isFinalSale, earlierRefunds);
    }

    @Test
    void a_customer_with_another_mind_pays_the_shipping() {
        assertThat(rules.amount(order(20_00, false, 0), Reason.CHANGED_MIND)).isEqualTo(new Money(15_00, "EUR"));
        assertThat(rules.amount(order(20_00, false, 0), Reason.DAMAGED)).isEqualTo(new Money(20_00, "EUR"));
        assertThat(rules.amount(order(20_00, true, 0), Reason.CHANGED_MIND)).isEqualTo(new Money(0, "EUR"));
    }

    @Test
    void a_person_is_needed_above_the_limit() {
        assertThat(rules.propose(order(50_00, false, 0), Reason.DAMAGED).needsPerson())
                .isFalse();
        assertThat(rules.propose(order(50_01, false, 0), Reason.DAMAGED).needsPerson())
                .isTrue();
    }

    @Test
    void the_lead_is_needed_above_the_higher_limit() {
        assertThat(rules.propose(order(500_00, false, 0), Reason.DAMAGED).risk())
                .isEqualTo("The amount is above 50.00 EUR.");
        assertThat(rules.propose(order(500_01, false, 0), Reason.DAMAGED).risk())
                .isEqualTo("The amount is above 500.00 EUR, so the lead confirms it.");
    }

    @Test
    void a_person_is_needed_for_each_risk() {
        assertThat(rules.propose(order(20_00, false, 3), Reason.DAMAGED).risk())
                .isEqualTo("The customer has had 3 refunds before.");
        assertThat(rules.propose(order(20_00, false, 0), Reason.UNCLEAR).needsPerson())
                .isTrue();
        assertThat(rules.propose(order(20_00, false, 0), Reason.DAMAGED).risk()).isEqualTo("None.");
    }
}
