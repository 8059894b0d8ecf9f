package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.client.AgentOutcome;
import io.stepgraph.runtime.client.Engine;
import io.stepgraph.runtime.client.RunsFromState;
import io.stepgraph.testkit.store.ActionAgent.Bank;
import io.stepgraph.testkit.store.ActionAgent.Receipt;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Builds of one agent, which continue the runs of each other. Each pays once for an approval. */
final class PaymentBuilds {
    private PaymentBuilds() {}

    record Refund(int cents) {}

    /** Has the JSON of a {@link Refund}. */
    record Order(int cents) {}

    record Question(String text, @Action Refund action) {}

    record Approved() {}

    record Case() {}

    /** The work of the step. */
    interface Paying extends BiConsumer<Answered<Question, Approved>, StepContext<?>> {}

    /** The step is {@code exactly}. */
    @StepGraph(start = "approve", name = "engine-payment")
    record Exact(Paying paying) {

        @Interrupt(answer = Approved.class, next = "note")
        Question approve(Case asked) {
            return new Question("Pay back 89?", new Refund(89));
        }

        @Step(next = "pay")
        void note(Case asked, Approved approval) {}

        @Step(next = END, effects = "refund", formerly = "refund")
        @GatedBy(value = "approve", exactly = true)
        void pay(Answered<Question, Approved> approval, StepContext<?> context) {
            paying.accept(approval, context);
        }
    }

    /** The step has another name. */
    @StepGraph(start = "approve", name = "engine-payment")
    record Renamed(Paying paying) {

        @Interrupt(answer = Approved.class, next = "note")
        Question approve(Case asked) {
            return new Question("Pay back 89?", new Refund(89));
        }

        @Step(next = "refund")
        void note(Case asked, Approved approval) {}

        @Step(next = END, effects = "refund", formerly = "pay")
        @GatedBy(value = "approve", exactly = true)
        void refund(Answered<Question, Approved> approval, StepContext<?> context) {
            paying.accept(approval, context);
        }
    }

    /** The step has another name, and is not {@code exactly}. */
    @StepGraph(start = "approve", name = "engine-payment")
    record Gated(Paying paying) {

        @Interrupt(answer = Approved.class, next = "note")
        Question approve(Case asked) {
            return new Question("Pay back 89?", new Refund(89));
        }

        @Step(next = "refund")
        void note(Case asked, Approved approval) {}

        @Step(next = END, effects = "refund", formerly = "pay")
        @GatedBy("approve")
        void refund(Case asked, Answered<Question, Approved> approval, StepContext<?> context) {
            paying.accept(approval, context);
        }
    }

    /** The question has one component more. */
    @StepGraph(start = "approve", name = "engine-payment")
    record Grown(List<Object> paid) {

        record More(
                String text,
                @Action Refund action,
                @Nullable String hint) {}

        @Interrupt(answer = Approved.class, next = "refund")
        More approve(Case asked) {
            return new More("Pay back 89?", new Refund(89), "now");
        }

        @Step(next = END, effects = "refund")
        @GatedBy(value = "approve", exactly = true)
        void refund(Answered<More, Approved> approval, StepContext<?> context) {
            context.once("refund", approval.part(More::action), Boolean.class)
                    .perform(refund -> paid.add(refund.request()));
        }
    }

    /** The way in which the step of a build pays. */
    enum Build {
        EXACT,
        RENAMED,
        GATED,
        /** As {@link #GATED}, without a word about the approval. */
        FREE,
        /** As {@link #GATED}, and another action. */
        WRONG,
        /** As {@link #FREE}, with a request of another class and the same JSON. */
        ORDERED,
        /** As {@link #FREE}, and another amount. */
        OTHER,
        /** As {@link #GATED}, and another amount beside. */
        BOTH;

        private void pay(Answered<Question, Approved> approval, StepContext<?> context, Bank bank) {
            switch (this) {
                case FREE -> pay(approval.question().action(), context, bank);
                case ORDERED -> pay(new Order(89), context, bank);
                case OTHER -> pay(new Refund(90), context, bank);
                case WRONG -> bank.pay(approval.part(question -> new Refund(90)), context);
                case EXACT, RENAMED, GATED, BOTH -> bank.pay(approval.part(Question::action), context);
            }
            if (this == BOTH) {
                pay(new Refund(90), context, bank);
            }
        }

        private static void pay(Record request, StepContext<?> context, Bank bank) {
            context.once("refund", request, Receipt.class).retryWithSameKey().perform(bank::pay);
        }

        RunsFromState<Case, ?, ? extends AgentOutcome> on(EngineProcess process, Bank bank, Runnable then) {
            Paying paying = (approval, context) -> {
                pay(approval, context, bank);
                then.run();
            };
            Engine engine = process.engine();
            return switch (this) {
                case EXACT -> PaymentBuilds_ExactGraph.of(new Exact(paying)).on(engine);
                case RENAMED ->
                    PaymentBuilds_RenamedGraph.of(new Renamed(paying)).on(engine);
                case GATED, WRONG, FREE, ORDERED, OTHER, BOTH ->
                    PaymentBuilds_GatedGraph.of(new Gated(paying)).on(engine);
            };
        }
    }

    /** Two builds, of which the second one continues the runs of the first one. */
    record Change(Build older, Build newer) {
        /** Both pay the same. */
        static final List<Change> ALL = List.of(
                new Change(Build.EXACT, Build.RENAMED),
                new Change(Build.EXACT, Build.GATED),
                new Change(Build.EXACT, Build.FREE),
                new Change(Build.GATED, Build.EXACT),
                new Change(Build.FREE, Build.EXACT));

        String run() {
            return older + " to " + newer;
        }
    }
}
