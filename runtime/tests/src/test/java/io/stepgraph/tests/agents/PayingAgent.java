package io.stepgraph.tests.agents;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.RequiresMode;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Asks, and pays if it may: carefully, or again after each crash. */
@StepGraph(start = "plan", name = "paying")
final class PayingAgent {

    /** Remote systems, which outlive the processes: a payment server that numbers its receipts, and a mail server. */
    static final class Remote {
        private final Clock clock;
        private final Map<String, String> mails = new ConcurrentHashMap<>();
        private int payments;
        private boolean wasBusy;

        Remote(Clock clock) {
            this.clock = clock;
        }

        synchronized String charge() {
            payments++;
            return "receipt " + payments + " of " + clock.instant();
        }

        synchronized int payments() {
            return payments;
        }

        /** Calls with one key are performed once. */
        String mail(String key) {
            return mails.computeIfAbsent(key, first -> "mail " + (mails.size() + 1));
        }

        int mails() {
            return mails.size();
        }
    }

    /** What was done. */
    static final class Order {
        public List<String> lines = new ArrayList<>();
    }

    record Approval(boolean isGranted) {}

    private final Remote remote;
    private final boolean isCareful;

    PayingAgent(Remote remote, boolean isCareful) {
        this.remote = remote;
        this.isCareful = isCareful;
    }

    @Step(next = "approve")
    @Retry(attempts = 3, backoff = "1ms", on = IOException.class)
    void plan(Order order) throws IOException {
        if (!remote.wasBusy) {
            remote.wasBusy = true;
            throw new IOException("The remote system is busy once.");
        }
        order.lines.add("planned");
    }

    @Interrupt(
            answer = Approval.class,
            next = {"pay", "giveUp"},
            expires = "1h")
    String approve(Order order) {
        return "May I pay?";
    }

    @Step(next = END)
    @RequiresMode(ACCEPT_EDITS)
    void pay(Order order, Approval approval, StepContext<?> context) throws IOException {
        if (!approval.isGranted) {
            throw new IllegalStateException("It was not granted.");
        }
        if (isCareful) {
            order.lines.add(context.once("charge", 500, String.class).call((key, cents) -> remote.charge()));
            order.lines.add(context.once("mail", "done", String.class)
                    .retryWithSameKey()
                    .call((key, text) -> remote.mail(key)));
        } else {
            remote.charge();
            order.lines.add("paid");
        }
    }

    @Step(next = END)
    void giveUp(Order order, Expired silence) {
        order.lines.add("given up at " + remote.clock.instant());
    }
}
