package io.stepgraph.samples.refund;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.QuestionPage;
import io.stepgraph.store.Store;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Approves small refunds in place of a person, under a name of its own. It answers only questions that need no person.
 * Several processes may run it: a question is answered once.
 */
public final class ApprovalPolicy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApprovalPolicy.class);
    private static final int PAGE = 100;
    private static final long INTERVAL = 300;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Runner> runners;
    private final Limit limit;

    private ApprovalPolicy(List<Runner> runners, Limit limit) {
        this.runners = runners;
        this.limit = limit;
    }

    /**
     * Starts to look at the questions of these shops, a few times in a second.
     *
     * @param store the store, which stays the caller's to close
     * @param tenants the shops
     * @param limit up to which amount it approves
     */
    public static ApprovalPolicy start(Store store, List<String> tenants, Limit limit) {
        ApprovalPolicy policy = new ApprovalPolicy(
                tenants.stream()
                        .map(tenant -> Runner.builder(store).namespace(tenant).build())
                        .toList(),
                limit);
        Thread thread = new Thread(policy::run, "approval policy");
        thread.setDaemon(true);
        thread.start();
        return policy;
    }

    private void run() {
        try {
            do {
                look();
            } while (!closed.await(INTERVAL, TimeUnit.MILLISECONDS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        for (Runner runner : runners) {
            try {
                answerAll(runner);
            } catch (StepgraphException failed) {
                LOG.warn("The policy cannot answer now; it tries again.", failed);
            }
        }
    }

    private void answerAll(Runner runner) {
        String next = null;
        do {
            next = answerPage(runner, next);
        } while (next != null);
    }

    private @Nullable String answerPage(Runner runner, @Nullable String after) {
        QuestionPage page = runner.questions(after, PAGE);
        for (OpenQuestion open : page.questions()) {
            ApprovalRequest request = Json.read(open.question().text(), ApprovalRequest.class);
            if (!request.needsPerson() && limit.isForPolicy(request.payment().amount())) {
                answer(runner, open);
            }
        }
        return page.next();
    }

    private void answer(Runner runner, OpenQuestion open) {
        try {
            runner.as(limit.approver()).answer(open.ticket().id(), "{\"@type\": \"Approved\"}");
        } catch (StaleAnswerException answered) {
            LOG.debug("Somebody else was faster.", answered);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        runners.forEach(Runner::close);
    }
}
