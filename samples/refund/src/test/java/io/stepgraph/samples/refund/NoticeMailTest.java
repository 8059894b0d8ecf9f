package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.Worker;
import io.stepgraph.runtime.Actor;
import io.stepgraph.samples.refund.Decision.Approved;
import io.stepgraph.samples.refund.RefundAgent.Case;
import io.stepgraph.samples.refund.RefundAgentGraph.Outcome;
import io.stepgraph.samples.refund.RefundAgentGraph.Runs;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import org.junit.jupiter.api.Test;

/** Who gets a mail when a run waits for a person. */
final class NoticeMailTest {
    private static final Actor ANN = Actor.named("ann");

    private static Case about(String order) {
        return new Case(new SupportTicket("north", "ann", "ann@mail.example", order + " is broken"));
    }

    @Test
    void a_question_for_a_person_and_a_failed_run_are_mailed_and_what_the_policy_answers_is_not() throws Exception {
        FakeWorld world = new FakeWorld();
        try (Store store = new MemoryStore();
                Runner runner = Runner.builder(store)
                        .namespace("north")
                        .maxMode(PermissionMode.ACCEPT_EDITS)
                        .build();
                Worker worker = RefundWorker.builder(store, world.agent()).build()) {
            Runs.Unnamed runs = RefundAgentGraph.of(world.agent()).on(runner);
            runs.as(ANN).run("small", about("N-2"));
            Outcome.Approve invalid = (Outcome.Approve) runs.as(ANN).run("invalid", about("N-400"));
            runs.as(Limit.DEFAULT.approver()).answerApprove(invalid, new Approved());
            runs.as(ANN).run("one", about("N-1"));
            worker.start();

            World.until(() -> world.mails().size() < 2 ? null : world);
            assertThat(world.mails())
                    .containsExactly("A ticket needs you", "Pay back 89.00 EUR to ann for order N-1?");
        }
    }
}
