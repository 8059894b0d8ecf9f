package io.stepgraph.samples.refund;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.stepgraph.runtime.ApprovedOnce;
import io.stepgraph.runtime.TransientException;
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

/** The remote systems in memory. The payment server performs calls with one key once. */
final class FakeWorld {
    /** Orders whose next payment is denied. */
    final Set<String> denied = ConcurrentHashMap.newKeySet();

    /** Orders for whose next payment the payment server is busy. */
    final Set<String> busy = ConcurrentHashMap.newKeySet();

    private final Map<String, Payment> payments = new ConcurrentHashMap<>();
    private final Map<String, Letter> mails = new ConcurrentHashMap<>();

    /** How often each order was paid. */
    Map<String, Long> paid() {
        return payments.values().stream().collect(groupingBy(Payment::order, counting()));
    }

    /** The amounts of all payments. */
    List<Money> amounts() {
        return payments.values().stream().map(Payment::amount).toList();
    }

    /** The subjects of all mails that were sent. */
    List<String> mails() {
        return mails.values().stream().map(Letter::subject).sorted().toList();
    }

    RefundAgent agent() {
        return new RefundAgent(
                new RulePlanner(),
                new OrderFile(List.of(
                        order("N-1", "ann", 89_00, false),
                        order("N-2", "ann", 12_00, false),
                        order("N-3", "ann", 89_00, false),
                        order("N-4", "ann", 12_00, true),
                        order("N-5", "rosa", 89_00, false),
                        order("N-6", "ann", 89_00, false),
                        order("N-7", "ann", 89_00, false),
                        order("N-8", "ann", 890_00, false),
                        order("N-8402", "ann", 890_00, false),
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

    private Payment pay(ApprovedOnce<PaymentOrder> once) {
        PaymentOrder order = once.request();
        if (busy.remove(order.order())) {
            throw new TransientException("The payment server is busy.");
        }
        if (order.order().endsWith("402") || denied.remove(order.order())) {
            throw new PaymentDeniedException("The account is closed.");
        }
        if (order.order().equals("N-400")) {
            throw new InvalidPaymentException("The currency is missing.");
        }
        return payments.computeIfAbsent(
                once.key(),
                unknown -> new Payment("P-" + (payments.size() + 1), order.tenant(), order.order(), order.amount()));
    }

    private final class FakeMail implements Mail {
        @Override
        public Sent send(Letter letter, String key) {
            mails.putIfAbsent(key, letter);
            return new Sent(key);
        }

        @Override
        public Optional<Sent> find(String key) {
            return mails.containsKey(key) ? Optional.of(new Sent(key)) : Optional.empty();
        }

        @Override
        public Duration longest() {
            return Duration.ofMillis(20);
        }
    }
}
