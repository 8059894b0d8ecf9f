package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Once;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.testkit.store.ActionAgentGraph.PayNext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * Performs what was approved, in two steps. A test says what is asked, what each step performs, and what a second
 * person is asked.
 */
@StepGraph(start = "approve", name = "engine-action")
record ActionAgent(List<Deed> deeds, Paying first, Paying second, UnaryOperator<Question> again) {

    /** An action of the question. */
    sealed interface Deed permits Credit, Debit, Batch, Drifting, CloseAll {}

    record Credit(String order, int cents) implements Deed {}

    /** Has the JSON of a {@link Credit}. */
    record Debit(String order, int cents) implements Deed {}

    record Batch(Set<String> orders) implements Deed {}

    /** Has another amount one of the times that it is read. */
    record Drifting(String id, int cents) implements Deed {
        private static final Map<String, AtomicInteger> LEFT = new ConcurrentHashMap<>();

        Drifting {
            AtomicInteger left = LEFT.get(id);
            cents = left != null && left.decrementAndGet() == 0 ? 9 * cents : cents;
        }

        static Drifting atTheRead(int nth) {
            Drifting deed = new Drifting(UUID.randomUUID().toString(), 100);
            LEFT.put(deed.id, new AtomicInteger(nth));
            return deed;
        }
    }

    /** Has the JSON of {@link Approved}. */
    record CloseAll() implements Deed {}

    /** An action of an answer. */
    static class Refund {
        public List<Integer> cents = new ArrayList<>();

        static Refund of(List<Integer> cents) {
            Refund refund = new Refund();
            refund.cents = cents;
            return refund;
        }
    }

    /** A refund with one field more. */
    static final class Fee extends Refund {
        public int fee = 900;
    }

    /** Has the JSON of a {@link Refund}. */
    record Charge(List<Integer> cents) {}

    record Question(
            String text, int limit, Credit former, @Action List<Deed> deeds) {}

    sealed interface Decision permits Yes, Rejected {}

    sealed interface Yes extends Decision permits Approved, Edited, Second {}

    record Approved() implements Yes {}

    record Edited(@Action Refund action) implements Yes, Sure {}

    /** Leads to a second person. */
    sealed interface Second extends Yes permits Large, Reduced {}

    record Large() implements Second {}

    record Reduced(@Action Credit action) implements Second {}

    record Rejected() implements Decision, Reply {}

    /** An answer of the second person. */
    sealed interface Reply permits Sure, Rejected {}

    sealed interface Sure extends Reply permits Confirmed, Edited {}

    record Confirmed() implements Sure {}

    record Receipt(int number) {}

    /** The state. */
    record Case() {}

    /** The effect that a step performs. */
    interface Paying {
        void pay(Answered<Question, ?> approval, StepContext<?> context);
    }

    /** Performs what it is asked for, once for each key. */
    static final class Bank {
        final List<Object> paid = new CopyOnWriteArrayList<>();
        private final Map<String, Receipt> receipts = new ConcurrentHashMap<>();

        Receipt pay(Once<?> once) {
            Object action = once.request();
            return receipts.computeIfAbsent(once.key(), key -> {
                paid.add(action);
                return new Receipt(paid.size());
            });
        }

        <R> Receipt pay(Answered.Part<R> part, StepContext<?> context) {
            return context.once("refund", part, Receipt.class)
                    .retryWithSameKey()
                    .perform(this::pay);
        }

        /** Performs the first action of the question. */
        void payFirst(Answered<Question, ?> approval, StepContext<?> context) {
            pay(approval.part(question -> question.deeds().get(0)), context);
        }
    }

    static ActionAgent of(List<Deed> deeds, Paying paying) {
        return new ActionAgent(deeds, paying, (approval, context) -> {}, question -> question);
    }

    @Interrupt(
            answer = Decision.class,
            next = {"pay", "reject"})
    Question approve(Case asked) {
        return new Question("Do this? Your limit is 50000.", 50_000, new Credit("order-1", 50_000), deeds);
    }

    @Step(
            next = {"payAgain", "confirm"},
            effects = "refund")
    @GatedBy(value = "approve", exactly = true)
    PayNext pay(Answered<Question, Yes> approval, StepContext<?> context) {
        first.pay(approval, context);
        return approval.answer() instanceof Second ? PayNext.confirm() : PayNext.payAgain();
    }

    @Step(next = END, effects = "refund")
    @GatedBy(value = "approve", exactly = true)
    void payAgain(Answered<Question, Yes> approval, StepContext<?> context) {
        second.pay(approval, context);
    }

    @Step(next = END)
    void reject(Case asked, Rejected rejection) {}

    @Interrupt(
            answer = Reply.class,
            next = {"payConfirmed", "reject"})
    @GatedBy(value = "approve", exactly = true)
    Question confirm(Answered<Question, Yes> first) {
        return again.apply(first.question());
    }

    @Step(next = END, effects = "refund")
    @GatedBy(value = "confirm", exactly = true)
    void payConfirmed(Answered<Question, Sure> confirmation, StepContext<?> context) {
        second.pay(confirmation, context);
    }
}
