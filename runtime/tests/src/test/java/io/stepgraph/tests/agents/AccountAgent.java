package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.StepContext;

/** An account, which takes commands one after the other, and replies to those that ask for its balance. */
@StepGraph(start = "serve", name = "account")
class AccountAgent {
    static final class Account {
        public long cents;
    }

    sealed interface Command permits Deposit, Pay, Close {}

    record Deposit(long cents) implements Command, AsksFor<Balance> {}

    record Pay(long cents) implements Command, AsksFor<Balance> {}

    record Close() implements Command {}

    record Balance(boolean done, long cents) {}

    @Interrupt(
            answer = Command.class,
            mailbox = true,
            next = {"deposit", "pay", "close"})
    void serve(Account account) {}

    @Step(next = "serve")
    void deposit(Account account, Deposit deposit, StepContext<?> context) {
        account.cents += deposit.cents();
        context.reply(deposit, new Balance(true, account.cents));
    }

    @Step(next = "serve")
    void pay(Account account, Pay pay, StepContext<?> context) {
        boolean isCovered = pay.cents() <= account.cents;
        account.cents -= isCovered ? pay.cents() : 0;
        context.reply(pay, new Balance(isCovered, account.cents));
    }

    @Step(next = END)
    void close(Account account, Close close) {}
}
