package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.samples.refund.Ending.Denied;
import io.stepgraph.samples.refund.Ending.Refunded;
import io.stepgraph.samples.refund.payment.Trouble;
import io.stepgraph.samples.refund.process.Child;
import io.stepgraph.samples.refund.web.WebServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Workers that are killed with {@code kill -9}, and a payment server that makes trouble: all parts are real. */
final class RefundIT {
    @TempDir
    private static Path folder;

    private static final Map<String, String> APPROVED = Map.of("@type", "Approved");

    private static World world;

    @BeforeAll
    static void start() throws Exception {
        world = World.start(folder);
    }

    @AfterAll
    static void end() throws Exception {
        if (world != null) {
            world.close();
        }
    }

    @AfterEach
    void endPrograms() {
        world.endPrograms();
    }

    @Test
    void killed_during_the_call_it_is_paid_once() throws Exception {
        world.payments().order(new Trouble("N-2", Trouble.Kind.HELD_BEFORE, 1));
        Child doomed = world.cluster().worker("doomed");
        String run = world.post("N-2");
        world.approve(world.question(run));
        assertThat(world.held("N-2").caller()).isEqualTo("doomed");
        doomed.kill();
        world.payments().release("N-2"); // the server pays for a caller that is dead

        world.work();
        assertThat(world.ending(run)).isInstanceOf(Refunded.class);
        assertPaidOnce("N-2");
    }

    /** The web server is killed while its answer waits for the row of the run. */
    @Test
    void killed_during_the_answer_the_same_answer_is_given_again() throws Exception {
        world.work();
        String run = world.post("N-6");
        Child doomed = world.cluster().start("doomed", WebServer.class, "0");
        WebClient rosa = new WebClient(doomed.await(WebServer.READY), "rosa-91be");
        JsonNode question = rosa.question(run);
        try (RowLock lock = RowLock.of(world.cluster().settings().database(), run)) {
            CompletableFuture<Integer> answer = rosa.answerLater(question, APPROVED);
            lock.awaitOther();
            doomed.kill();
            assertThat(answer).failsWithin(Duration.ofMinutes(1));
        }
        WebClient again = new WebClient(world.cluster().web("next", 0), "rosa-91be");
        assertThat(again.answer(question, APPROVED)).isEqualTo(204);

        assertThat(world.ending(run))
                .isInstanceOfSatisfying(
                        Refunded.class, done -> assertThat(done.approvedBy()).isEqualTo("rosa"));
        assertPaidOnce("N-6");
    }

    @Test
    void trouble_that_may_pass_is_tried_again_and_paid_once() throws Exception {
        world.payments().order(new Trouble("N-101", Trouble.Kind.BUSY, 2));
        world.payments().order(new Trouble("N-102", Trouble.Kind.PAID_BUT_DOWN, 1));
        world.work();
        String busy = world.post("N-101");
        String down = world.post("N-102");

        assertThat(world.ending(busy)).isInstanceOf(Refunded.class);
        assertThat(world.ending(down))
                .isInstanceOfSatisfying(
                        Refunded.class, done -> assertThat(done.approvedBy()).isEqualTo("policy: up to 50.00 EUR"));
        assertThat(world.answers("N-101")).containsExactly(429, 429, 200);
        assertThat(world.answers("N-102")).containsExactly(503, 200);
        assertThat(world.paid("N-101")).isEqualTo(1);
        assertThat(world.paid("N-102")).isEqualTo(1);
    }

    @Test
    void a_denial_is_not_tried_again() throws Exception {
        world.payments().order(new Trouble("N-103", Trouble.Kind.DENIED, 1));
        world.work();
        assertThat(world.ending(world.post("N-103"))).isInstanceOf(Denied.class);
        assertThat(world.answers("N-103")).containsExactly(402);
        assertThat(world.paid("N-103")).isZero();
    }

    @Test
    void an_invalid_payment_is_not_tried_again_and_fails_the_run() throws Exception {
        world.payments().order(new Trouble("N-104", Trouble.Kind.INVALID, 1));
        world.work();
        assertThat(world.failure(world.post("N-104"))).contains("The currency is not known.");
        assertThat(world.answers("N-104")).containsExactly(400);
        assertThat(world.paid("N-104")).isZero();
    }

    private static void assertPaidOnce(String order) throws Exception {
        assertThat(world.paid(order)).isEqualTo(1);
        assertThat(world.mails(order + ".ann@mail.example")).hasSize(1);
    }
}
