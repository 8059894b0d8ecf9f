package io.stepgraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.client.RunClient;
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
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers as processes of their own, killed by {@code kill -9} at random: inside steps, effects and between them. The server of the
 * tests does not give the loop of a dead process to another one, so only workers of steps are killed there. Where the environment
 * variable {@code TEMPORAL_ADDRESS} names a server, workers that also execute the loops are killed, too.
 */
@Timeout(300)
final class WorkerKillIT {
    private static final String STEPS = "steps";
    private static final String STEPS_AND_LOOPS = "steps and loops";
    private static final int VISITS = 30;
    private static final int KILLS = 5;
    private static final Duration LEASE = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    private final String namespace = "kill " + UUID.randomUUID();

    /** The process of a worker: its arguments are the server, the namespace, the folder of its agent, and its part. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws InterruptedException {
            TemporalEngineBuilder builder = builder(arguments[0], arguments[1]);
            TemporalEngine engine = (arguments[3].equals(STEPS) ? builder.stepsOnly() : builder).build();
            RunClient<Notes, Node> unused = engine.client(agent(Path.of(arguments[2])), new Object());
            Thread.sleep(Duration.ofMinutes(10).toMillis());
        }
    }

    private static TemporalEngineBuilder builder(String address, String namespace) {
        return TemporalEngine.builder(WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                        .setTarget(address)
                        .build()))
                .namespace(namespace)
                .lease(LEASE);
    }

    /** Each visit pays once, and writes down that it was made. */
    private static TestGraph<Notes> agent(Path folder) {
        return TestGraph.of(Notes.class)
                .step(Node.FIRST, s -> s.to(Node.FIRST).toEnd(), (notes, input, context) -> {
                    notes.count++;
                    append(
                            folder.resolve("visits"),
                            context.visit() + " attempt " + context.attempt() + " count " + notes.count);
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
            Files.createFile(bank.resolve(Integer.toHexString(key.hashCode()) + key.length()));
        } catch (FileAlreadyExistsException again) {
            // Performed by a process that did not live to tell.
        }
    }

    private static void append(Path file, String line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private Process worker(String address, String part) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
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
                kill(address, STEPS, loops);
            }
        } finally {
            server.close();
        }
    }

    @Test
    @Tag("L3")
    @EnabledIfEnvironmentVariable(named = "TEMPORAL_ADDRESS", matches = ".+")
    void L3_the_loop_of_a_killed_worker_is_taken_over() throws Exception {
        String address = System.getenv("TEMPORAL_ADDRESS");
        try (TemporalEngine client = builder(address, namespace).clientOnly().build()) {
            kill(address, STEPS_AND_LOOPS, client);
        }
    }

    private void kill(String address, String part, TemporalEngine engine) throws Exception {
        Files.createDirectory(folder.resolve("bank"));
        ExecutorService callers = Executors.newCachedThreadPool();
        Process worker = worker(address, part);
        int kills = 0;
        try {
            RunClient<Notes, Node> runs = engine.client(agent(folder), new Object());
            Future<Notes> call = callers.submit(() -> (Notes) Outcomes.completed(runs.run("one", Notes.of(), null)));
            Random random = new Random();
            while (kills < KILLS && isOpen(call, 2_500 + random.nextInt(1_000))) {
                worker.destroyForcibly().waitFor();
                kills++;
                worker = worker(address, part);
            }

            assertThat(call.get().count).isEqualTo(VISITS);
        } finally {
            worker.destroyForcibly();
            callers.shutdownNow();
        }

        assertThat(kills).isPositive();
        Map<String, Integer> visits = new HashMap<>();
        List<String> lines = Files.readAllLines(folder.resolve("visits"));
        lines.forEach(line -> visits.merge(line, 1, Integer::sum));
        assertThat(visits).hasSize(VISITS).containsKey("30 attempt 1 count 30");
        assertThat(lines.size()).isBetween(VISITS, VISITS + kills);
        try (Stream<Path> paid = Files.list(folder.resolve("bank"))) {
            assertThat(paid).hasSize(VISITS);
        }
    }

    /** Whether a call is still open after a time. */
    private static boolean isOpen(Future<?> call, int millis) throws Exception {
        try {
            Object unused = call.get(millis, TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException open) {
            return true;
        }
    }
}
