package io.stepgraph.spring;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** An agent that asks somebody with a role who did not start the run, and books in a transaction of Spring. */
@StepGraph(start = "ask", roles = "lead")
class Leave {
    static final class Request {
        public int days;
        public boolean isBookedInTransaction;
    }

    record Granted() {}

    @Interrupt(answer = Granted.class, next = "book")
    @AnsweredBy(role = "lead", notStarter = true)
    String ask(Request request) {
        return request.days + " days?";
    }

    @Step(next = END)
    @Transactional
    void book(Request request, Granted granted) {
        request.isBookedInTransaction = TransactionSynchronizationManager.isActualTransactionActive();
    }
}
