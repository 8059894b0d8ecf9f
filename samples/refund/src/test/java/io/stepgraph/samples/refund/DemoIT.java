package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepgraph.samples.refund.demo.Demo;
import io.stepgraph.samples.refund.process.Child;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The demo as a program. */
final class DemoIT {

    @Test
    void a_worker_is_killed_and_each_refund_is_paid_once() throws Exception {
        try (Child demo = Child.start("demo", Demo.class, Map.of(), "--data", ".")) {
            assertThat(demo.exit()).as("%s", demo).isZero();
            assertThat(demo.toString())
                    .contains("KILLED worker-", "Refunded", "Rejected", "Declined", "Denied", "policy: up to 50.00 EUR")
                    .contains("made 4 payments", "Each refund was paid once.");
        }
    }

    @Test
    void ended_by_a_signal_it_leaves_no_process_and_no_file() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/bin/kill"))).isTrue();
        try (Child demo = Child.start("demo", Demo.class, Map.of(), "--data", ".", "--stay")) {
            String folder = demo.await("· All that is stored is in ");
            demo.await("· Press Ctrl-C to end.");
            List<ProcessHandle> parts = ProcessHandle.allProcesses()
                    .filter(process -> isPart(process, demo.pid(), folder))
                    .toList();
            assertThat(parts)
                    .hasSizeGreaterThanOrEqualTo(5); // Postgres, the payment server, two workers, the web server

            new ProcessBuilder("kill", "-TERM", Long.toString(demo.pid()))
                    .start()
                    .waitFor();

            assertThat(demo.exit()).isNotZero();
            for (ProcessHandle part : parts) {
                awaitEnd(part);
            }
            assertThat(Path.of(folder)).doesNotExist();
        }
    }

    /**
     * Postgres removes its file of its number before its process has ended. If the first process of a container does not look
     * after orphans, the process stays in the table without a program.
     */
    private static void awaitEnd(ProcessHandle part) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (part.isAlive() && part.info().command().isPresent()) {
            assertThat(System.nanoTime()).as("%s", part.info()).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** Postgres is no child: it makes itself a daemon. */
    private static boolean isPart(ProcessHandle process, long demo, String folder) {
        return process.parent().filter(parent -> parent.pid() == demo).isPresent()
                || process.info()
                        .commandLine()
                        .filter(line -> line.contains(folder))
                        .isPresent();
    }
}
