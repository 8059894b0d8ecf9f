package io.stepgraph.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.spring.WorkerLifecycle;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Another instance, started by the script of the page, is killed in the middle of a step. */
final class KilledInstanceIT extends ServiceTest {
    private static final Actor ANN = Actor.named("ann", "employee");

    @Autowired
    private ClaimService service;

    @Autowired
    private Runner runner;

    @Autowired
    private WorkerLifecycle worker;

    @Test
    void this_instance_finishes_what_a_killed_one_has_begun() throws Exception {
        worker.stop(); // so that the other instance takes the claim
        long claim = service.submit(ANN, new NewClaim("Hotel in Bonn", BigDecimal.TEN));
        Process demo = new ProcessBuilder(
                        "./spring",
                        "--one",
                        "--port",
                        String.valueOf(freePort()),
                        "--spring.datasource.url=" + DATABASE,
                        "--expenses.check-takes=1h")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader printed = demo.inputReader()) {
            assertThat(printed.readLine()).contains("http://localhost:", " is process ");
            await().until(() -> isChecked(claim));
            worker.start();
            demo.children().forEach(ProcessHandle::destroyForcibly);
            assertThat(printed.lines()).anyMatch(line -> line.contains("has ended with 137"));
        } finally {
            demo.destroy();
        }

        await().atMost(Duration.ofMinutes(1)).until(() -> status(claim) == Claim.Status.CHECKED);
        assertThat(runner.questions(null, 100).questions())
                .anyMatch(question -> question.run().id().equals("claim-" + claim));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private boolean isChecked(long claim) {
        return runner.list(RunQuery.ALL.status(Status.RUNNING)).runs().stream()
                .anyMatch(run -> run.id().equals("claim-" + claim) && run.step().equals("check"));
    }

    private Claim.Status status(long claim) {
        return service.find(ANN, claim).orElseThrow().status();
    }
}
