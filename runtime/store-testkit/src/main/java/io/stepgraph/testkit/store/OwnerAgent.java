package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** Asks who started the run, and nobody else. */
@StepGraph(start = "confirm", name = "engine-owners")
final class OwnerAgent {

    static final class Account {
        public boolean isClosed;
    }

    record Confirmed() {}

    @Interrupt(answer = Confirmed.class, next = "close")
    @AnsweredBy(starter = true)
    String confirm(Account account) {
        return "Close it?";
    }

    @Step(next = END)
    void close(Account account, Confirmed confirmed) {
        account.isClosed = true;
    }
}
