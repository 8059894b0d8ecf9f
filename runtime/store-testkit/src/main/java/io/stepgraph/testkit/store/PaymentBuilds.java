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

/** Builds of one agent, which find the runs of each other. Each pays once for an approval. */
final class PaymentBuilds {
    private PaymentBuilds() {}

    record Refund(int cents) {}

    record Question(String text, @Action Refund action) {}

    record Approved() {}

    record Case() {}

    /** What the step does. */
    interface Paying extends BiConsumer<Answered<Question, Approved>, StepContext<?>> {}

    /** A build: how its step pays, after which it does something else. */
    enum Build {
        /** The step is {@code exactly}. */
        EXACT {
            @Override
            RunsFromState<Case, ?, ? extends AgentOutcome> on(Engine engine, Bank bank, Runnable then) {
                return PaymentBuilds_ExactGraph.of(new Exact(approved(bank, then)))
                        .on(engine);
            }
        },
        /** The step has another name. */
        RENAMED {
            @Override
            RunsFromState<Case, ?, ? extends AgentOutcome> on(Engine engine, Bank bank, Runnable then) {
                return PaymentBuilds_RenamedGraph.of(new Renamed(approved(bank, then)))
                        .on(engine);
            }
        },
        /** The step is not {@code exactly}, and performs what was approved. */
        GATED {
            @Override
            RunsFromState<Case, ?, ? extends AgentOutcome> on(Engine engine, Bank bank, Runnable then) {
                return PaymentBuilds_GatedGraph.of(new Gated(approved(bank, then)))
                        .on(engine);
            }
        },
        /** The step is not {@code exactly}, and performs the same without a word about the approval. */
        FREE {
            @Override
            RunsFromState<Case, ?, ? extends AgentOutcome> on(Engine engine, Bank bank, Runnable then) {
                return PaymentBuilds_GatedGraph.of(new Gated((approval, context) -> {
                            context.once("refund", approval.question().action(), Receipt.class)
                                    .retryWithSameKey()
                                    .perform(bank::pay);
                            then.run();
                        }))
                        .on(engine);
            }
        };

        abstract RunsFromState<Case, ?, ? extends AgentOutcome> on(Engine engine, Bank bank, Runnable then);

        private static Paying approved(Bank bank, Runnable then) {
            return (approval, context) -> {
                bank.pay(approval.part(Question::action), context);
                then.run();
            };
        }
    }

    /** Two builds, of which the second one continues the runs of the first one. */
    record Change(Build older, Build newer) {
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

    private static Question question() {
        return new Question("Pay back 89?", new Refund(89));
    }

    @StepGraph(start = "approve", name = "engine-payment")
    record Exact(Paying paying) {

        @Interrupt(answer = Approved.class, next = "note")
        Question approve(Case asked) {
            return question();
        }

        @Step(next = "pay")
        void note(Case asked, Approved approval) {}

        @Step(next = END, effects = "refund")
        @GatedBy(value = "approve", exactly = true)
        void pay(Answered<Question, Approved> approval, StepContext<?> context) {
            paying.accept(approval, context);
        }
    }

    @StepGraph(start = "approve", name = "engine-payment")
    record Renamed(Paying paying) {

        @Interrupt(answer = Approved.class, next = "note")
        Question approve(Case asked) {
            return question();
        }

        @Step(next = "refund")
        void note(Case asked, Approved approval) {}

        @Step(next = END, effects = "refund", formerly = "pay")
        @GatedBy(value = "approve", exactly = true)
        void refund(Answered<Question, Approved> approval, StepContext<?> context) {
            paying.accept(approval, context);
        }
    }

    @StepGraph(start = "approve", name = "engine-payment")
    record Gated(Paying paying) {

        @Interrupt(answer = Approved.class, next = "note")
        Question approve(Case asked) {
            return question();
        }

        @Step(next = "pay")
        void note(Case asked, Approved approval) {}

        @Step(next = END, effects = "refund")
        @GatedBy("approve")
        void pay(Case asked, Answered<Question, Approved> approval, StepContext<?> context) {
            paying.accept(approval, context);
        }
    }
}
