package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;
import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.testkit.store.ReserveAgentGraph.CheckNext;
import io.stepgraph.testkit.store.ReserveAgentGraph.RejectNext;
import java.util.ArrayList;
import java.util.List;

/** Reserves, unless it decides to fail: a test says what its steps do. */
@StepGraph(start = "check", name = "engine-reserve")
record ReserveAgent(Checking checking, Reserving reserving) {

    /** Whether the run goes on. */
    @FunctionalInterface
    interface Checking {
        CheckNext on(Order order);
    }

    /** What may fail. */
    @FunctionalInterface
    interface Reserving {
        void on(Order order) throws Exception;
    }

    /** The state: what the steps write down. */
    static final class Order {
        public List<String> lines = new ArrayList<>();
    }

    /** The failure that a step takes. */
    static class SoldOutException extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** A kind of it. */
    static final class LateException extends SoldOutException {
        private static final long serialVersionUID = 1;
    }

    static ReserveAgent checking(Checking work) {
        return new ReserveAgent(work, order -> {});
    }

    static ReserveAgent reserving(Reserving work) {
        return new ReserveAgent(order -> CheckNext.reserve(), work);
    }

    @Step(
            next = {"reserve", "reject", FAIL},
            onFailure = "apologise")
    @Retry(attempts = 3, backoff = "10ms", jitter = 0)
    CheckNext check(Order order) {
        return checking.on(order);
    }

    @Step(next = END, onFailure = "apologise", failures = SoldOutException.class)
    void reserve(Order order) throws Exception {
        reserving.on(order);
        order.lines.add("reserved");
    }

    @Step(next = FAIL)
    RejectNext reject(Order order) {
        return RejectNext.fail("rejected");
    }

    @Step(next = END)
    void apologise(Order order, StepFailure<?> failure) {
        order.lines.add("sorry");
    }
}
