package io.stepgraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testserver.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Workers as processes of their own, killed by {@code kill -9} at random: inside steps, effects and between them. The
 * in-process server does not give the loop of a dead process to another one, so only a worker of steps is killed there.
 * On the server that {@code TEMPORAL_ADDRESS} names, several processes that execute steps, loops or both are killed.
 */
@Timeout(900)
@Isolated("It starts and kills processes, and waits for leases of a second.")
final class WorkerKillIT {
    private static final String STEPS = "steps";
    private static final String LOOPS = "loops";
    private static final String BOTH = "steps and loops";
    private static final int VISITS = 15;
    private static final Duration LEASE = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    private final String namespace = "kill " + UUID.randomUUID();

    /** The process of a worker: its arguments are the server, the namespace, the folder of its agent, and its part. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws InterruptedException {
            TemporalEngineBuilder builder = builder(arguments[0], arguments[1]);
            TemporalEngine engine = switch (arguments[3]) {
                case STEPS -> builder.stepsOnly().build();
                case LOOPS -> builder.loopsOnly().build();
                default -> builder.build();
            };
            engine.client(agent(Path.of(arguments[2])), new Object());
            Thread.sleep(Duration.ofMinutes(10).toMillis());
        }
    }

    private static TemporalEngineBuilder builder(String address, String namespace) {
        return TemporalEngine.builder(WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                        .setTarget(address)
                        .build()))
                .namespace(namespace)
                .maxCrashes(1_000)
                .lease(LEASE);
    }

    /** Each visit pays once, and writes down that it was made. */
    private static TestGraph<Notes> agent(Path folder) {
        return TestGraph.of(Notes.class)
                .step(Node.FIRST, s -> s.to(Node.FIRST).toEnd(), (notes, input, context) -> {
                    notes.count++;
                    append(
                            folder.resolve("visits"),
                            context.runId() + " visit " + context.visit() + " attempt " + context.attempt() + " count "
                                    + notes.count);
                    Thread.sleep(50);
                    String paid = context.once("pay", notes.count, String.class)
                            .retryWithSameKey()
                            .call((key, amount) -> {
                                pay(folder.resolve("bank"), key);
                                return key;
                            });
                    Thread.sleep(50);
                    assertThat(paid).isNotEmpty();
                    return notes.count < VISITS ? Transition.go(Node.FIRST) : Transition.end();
                })
                .build();
    }

    /** A remote system that performs a key once. */
    private static void pay(Path bank, String key) throws IOException {
        try {
            Files.createFile(bank.resolve(
                    UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)).toString()));
        } catch (FileAlreadyExistsException again) {
            // Performed by a process that did not live to tell.
        }
    }

    private static void append(Path file, String line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** With {@code -Dother.checkout} some workers run another commit of this library, which is built there. */
    private Process worker(String address, String part) throws IOException {
        String here = System.getProperty("java.class.path");
        String root = Path.of("../..").toRealPath().toString();
        String other = here.replace(root + "/", System.getProperty("other.checkout", root) + "/");
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1", // it dies young
                        "-XX:+UseSerialGC",
                        "-cp",
                        part.equals(BOTH) ? here : other,
                        Program.class.getName(),
                        address,
                        namespace,
                        folder.toString(),
                        part)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    @Tag("R4")
    @Tag("R6")
    @Tag("E1")
    void R4_E1_only_the_visit_of_a_killed_worker_is_repeated_and_nothing_is_paid_twice() throws Exception {
        int port = freePort();
        TestServer.PortBoundTestServer server = TestServer.createPortBoundServer(port, true);
        try {
            String address = "127.0.0.1:" + port;
            try (TemporalEngine loops = builder(address, namespace).loopsOnly().build()) {
                kill(address, loops, 1, 3, 1_500, STEPS);
            }
        } finally {
            server.close();
        }
    }

    @Test
    @Tag("L3")
    @Tag("R4")
    @Tag("E1")
    @EnabledIfEnvironmentVariable(named = "TEMPORAL_ADDRESS", matches = ".+")
    void L3_E1_loops_and_visits_of_killed_workers_are_taken_over_and_nothing_is_paid_twice() throws Exception {
        String address = System.getenv("TEMPORAL_ADDRESS");
        try (TemporalEngine client = builder(address, namespace).clientOnly().build()) {
            kill(address, client, 8, Integer.getInteger("kills", 200), 1_000, BOTH, BOTH, STEPS, LOOPS);
        }
    }

    /** Callers start one run after the other, while workers are killed; each comes back as a new process. */
    private void kill(String address, TemporalEngine engine, int callers, int kills, int millis, String... parts)
            throws Exception {
        Files.createDirectory(folder.resolve("bank"));
        RunClient<Notes, Node> runs = engine.client(agent(folder), new Object());
        List<Process> workers = new ArrayList<>();
        AtomicInteger begun = new AtomicInteger();
        AtomicBoolean isOver = new AtomicBoolean();
        ExecutorService pool = Executors.newFixedThreadPool(callers);
        try {
            for (String part : parts) {
                workers.add(worker(address, part));
            }
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                calls.add(pool.submit(() -> {
                    do {
                        RunOutcome<Node> end = runs.run("run" + begun.getAndIncrement(), Notes.of(), null);
                        assertThat(((Notes) Outcomes.completed(end)).count).isEqualTo(VISITS);
                    } while (!isOver.get());
                }));
            }
            Random random = new Random();
            for (int i = 0; i < kills; i++) {
                Thread.sleep(millis / 2 + random.nextInt(millis));
                int victim = random.nextInt(parts.length);
                workers.get(victim).destroyForcibly().waitFor();
                workers.set(victim, worker(address, parts[victim]));
            }
            isOver.set(true);
            for (Future<?> call : calls) {
                call.get();
            }
        } finally {
            workers.forEach(Process::destroyForcibly);
            pool.shutdownNow();
        }

        int visits = begun.get() * VISITS;
        List<String> lines = Files.readAllLines(folder.resolve("visits"));
        assertThat(new HashSet<>(lines)).hasSize(visits);
        // A killed process has repeated at most the visits that were in progress.
        assertThat(lines.size()).isBetween(visits, visits + kills * callers);
        try (Stream<Path> paid = Files.list(folder.resolve("bank"))) {
            assertThat(paid).hasSize(visits);
        }
    }
}
