package io.stepgraph.samples.refund;

import io.stepgraph.samples.refund.mail.Letter;
import io.stepgraph.samples.refund.mail.Mail;
import io.stepgraph.samples.refund.mail.Sent;
import io.stepgraph.samples.refund.orders.Order;
import io.stepgraph.samples.refund.orders.OrderFile;
import io.stepgraph.samples.refund.payment.InvalidPaymentException;
import io.stepgraph.samples.refund.payment.Money;
import io.stepgraph.samples.refund.payment.Payment;
import io.stepgraph.samples.refund.payment.PaymentDeniedException;
import io.stepgraph.samples.refund.payment.PaymentOrder;
import io.stepgraph.samples.refund.plan.RulePlanner;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The remote systems in memory. The payment server performs calls with one key once. */
final class FakeWorld {
    /** With how many keys each order was paid. */
    final Map<String, AtomicInteger> paid = new ConcurrentHashMap<>();

    /** Orders whose next payment is denied. */
    final Set<String> denied = ConcurrentHashMap.newKeySet();

    private final Map<String, Payment> payments = new ConcurrentHashMap<>();
    private final Map<String, Sent> mails = new ConcurrentHashMap<>();

    RefundAgent agent() {
        return new RefundAgent(
                new RulePlanner(),
                new OrderFile(List.of(
                        order("N-1", "ann", 89_00, false),
                        order("N-2", "ann", 12_00, false),
                        order("N-4", "ann", 12_00, true),
                        order("N-5", "rosa", 89_00, false),
                        order("N-6", "ann", 89_00, false),
                        order("N-7", "ann", 89_00, false),
                        order("N-400", "ann", 12_00, false),
                        order("N-402", "ann", 12_00, false))),
                this::pay,
                (payment, approvedBy) -> {},
                new FakeMail(),
                Limit.DEFAULT);
    }

    private static Order order(String number, String customer, long cents, boolean isFinalSale) {
        return new Order(
                "north", number, customer, "a lamp", new Money(cents, "EUR"), new Money(5_00, "EUR"), isFinalSale, 0);
    }

    private Payment pay(PaymentOrder order, String key) {
        if (order.order().equals("N-402") || denied.remove(order.order())) {
            throw new PaymentDeniedException("The account is closed.");
        }
        if (order.order().equals("N-400")) {
            throw new InvalidPaymentException("The currency is missing.");
        }
        return payments.computeIfAbsent(key, unknown -> {
            paid.computeIfAbsent(order.order(), none -> new AtomicInteger()).incrementAndGet();
            return new Payment("P-1", order.tenant(), order.order(), order.amount());
        });
    }

    private final class FakeMail implements Mail {
        @Override
        public Sent send(Letter letter, String key) {
            return mails.computeIfAbsent(key, Sent::new);
        }

        @Override
        public Optional<Sent> find(String key) {
            return Optional.ofNullable(mails.get(key));
        }

        @Override
        public Duration longest() {
            return Duration.ofMillis(20);
        }
    }
}
