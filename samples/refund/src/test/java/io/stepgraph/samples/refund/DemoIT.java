package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.samples.refund.demo.Demo;
import io.stepgraph.samples.refund.process.Child;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo as a program. */
final class DemoIT {

    @Test
    void a_worker_is_killed_and_each_refund_is_paid_once() throws Exception {
        try (Child demo = Child.start("demo", Demo.class, Map.of(), "--data", ".")) {
            assertThat(demo.exit()).as("%s", demo).isZero();
            assertThat(demo.toString())
                    .contains("KILLED worker-", "Refunded", "Rejected", "Declined", "Denied", "policy: up to 50.00 EUR")
                    .contains("made 5 payments", "Each refund was paid once.");
        }
    }

    @Test
    void ended_by_a_signal_it_leaves_no_process_and_no_file() throws Exception {
        try (Child demo = Child.start("demo", Demo.class, Map.of(), "--data", ".", "--stay")) {
            String folder = demo.await("· All that is stored is in ");
            List<ProcessHandle> parts = parts(demo, folder);

            demo.end();

            assertThat(demo.exit()).isNotZero();
            for (ProcessHandle part : parts) {
                awaitEnd(part);
            }
            assertThat(Path.of(folder)).doesNotExist();
        }
    }

    @Test
    void killed_it_leaves_no_process() throws Exception {
        try (Child demo = Child.start("demo", Demo.class, Map.of(), "--data", ".", "--stay")) {
            List<ProcessHandle> parts = parts(demo, demo.await("· All that is stored is in "));

            demo.kill();

            for (ProcessHandle part : parts) {
                awaitEnd(part);
            }
        }
    }

    @Test
    void a_port_that_cannot_be_used_is_told_in_a_sentence() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String taken = Integer.toString(other.getLocalPort());
            try (Child demo = Child.start("demo", Demo.class, Map.of(), "--data", ".", "--port", taken)) {
                assertThat(demo.exit()).isEqualTo(1);
                assertThat(demo.toString()).startsWith("refund: Port " + taken + " cannot be used: ");
                assertThat(demo.toString().lines()).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"--port, 99999", "--port, -1", "--port, ''", "--prot, 1"})
    void wrong_usage_is_told_below_the_usage(String option, String value) throws Exception {
        try (Child demo = Child.start("demo", Demo.class, Map.of(), "--data", ".", option, value)) {
            assertThat(demo.exit()).isEqualTo(2);
            assertThat(demo.toString()).startsWith("Usage: ");
            assertThat(demo.toString().lines().reduce("", (before, line) -> line))
                    .startsWith("refund: ")
                    .contains(option);
        }
    }

    /** The processes of a demo that stays, when all of them work. */
    private static List<ProcessHandle> parts(Child demo, String folder) throws Exception {
        demo.await("· Press Ctrl-C to end.");
        List<ProcessHandle> parts = ProcessHandle.allProcesses()
                .filter(process -> isPart(process, demo.pid(), folder))
                .toList();
        assertThat(parts).hasSizeGreaterThanOrEqualTo(6); // Postgres, its parent, payments, two workers, the web
        return parts;
    }

    /**
     * Postgres removes its file of its number before its process has ended. If the first process of a container does
     * not look after orphans, the process stays in the table without a program.
     */
    private static void awaitEnd(ProcessHandle part) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
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
