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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers of steps as processes of their own, killed by {@code kill -9} at random: inside steps, effects and between them. */
@Timeout(180)
final class WorkerKillIT {
    private static final int VISITS = 30;
    private static final int KILLS = 5;
    private static final Duration LEASE = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    /** The process of a worker: its arguments are the port of the server and the folder of its agent. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws InterruptedException {
            TemporalEngine engine =
                    builder(Integer.parseInt(arguments[0])).stepsOnly().build();
            RunClient<Notes, Node> unused = engine.client(agent(Path.of(arguments[1])), new Object());
            Thread.sleep(Duration.ofMinutes(10).toMillis());
        }
    }

    private static TemporalEngineBuilder builder(int port) {
        return TemporalEngine.builder(WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                        .setTarget("127.0.0.1:" + port)
                        .build()))
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

    private Process worker(int port) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        Integer.toString(port),
                        folder.toString())
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
        Files.createDirectory(folder.resolve("bank"));
        int port = freePort();
        ExecutorService callers = Executors.newCachedThreadPool();
        Process worker = worker(port);
        int kills = 0;
        TestServer.PortBoundTestServer server = TestServer.createPortBoundServer(port, true);
        try (TemporalEngine loops = builder(port).loopsOnly().build()) {
            RunClient<Notes, Node> runs = loops.client(agent(folder), new Object());
            Future<Notes> call = callers.submit(() -> (Notes) Outcomes.completed(runs.run("one", Notes.of(), null)));
            Random random = new Random();
            while (kills < KILLS && isOpen(call, 2_500 + random.nextInt(1_000))) {
                worker.destroyForcibly().waitFor();
                kills++;
                worker = worker(port);
            }

            assertThat(call.get().count).isEqualTo(VISITS);
        } finally {
            worker.destroyForcibly();
            server.close();
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
