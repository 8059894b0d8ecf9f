package io.stepgraph.temporal;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.TestGraph;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testserver.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/**
 * The server of Temporal that {@code TEMPORAL_ADDRESS} names, or else Temporal's in-process server, in real time. Each
 * test has a namespace of its own.
 */
abstract class TemporalServer {
    static final Duration LEASE = Duration.ofSeconds(2);

    /** The steps of a {@link TestGraph} need none. */
    private static final Object AGENT = new Object();

    /**
     * Whether loops of a dead process go to another one, and workflows can be deleted: the in-process server has
     * neither.
     */
    static final boolean IS_REAL =
            !System.getenv().getOrDefault("TEMPORAL_ADDRESS", "").isEmpty();

    /** One for all tests of this process, which ends it. */
    static final String ADDRESS = IS_REAL ? System.getenv("TEMPORAL_ADDRESS") : inProcess();

    private static final WorkflowServiceStubs SERVICE = connect();
    private static final WorkflowClient CLIENT = WorkflowClient.newInstance(SERVICE);

    private final String namespace = "test " + UUID.randomUUID();
    private final List<TemporalEngine> engines = new ArrayList<>();

    @AfterEach
    void closeEngines() {
        engines.forEach(TemporalEngine::close);
    }

    private static String inProcess() {
        int port = freePort();
        TestServer.createPortBoundServer(port, true);
        return "127.0.0.1:" + port;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static WorkflowServiceStubs service() {
        return SERVICE;
    }

    /** The connection of a process of its own: it dies with {@code shutdownNow}. */
    static WorkflowServiceStubs connect() {
        return WorkflowServiceStubs.newServiceStubs(
                WorkflowServiceStubsOptions.newBuilder().setTarget(ADDRESS).build());
    }

    final TemporalEngineBuilder builder() {
        return builder(SERVICE);
    }

    final TemporalEngineBuilder builder(WorkflowServiceStubs connection) {
        return TemporalEngine.builder(connection)
                .namespace(namespace)
                .startMode(PermissionMode.PLAN)
                .lease(LEASE);
    }

    final TemporalEngine open(TemporalEngineBuilder builder) {
        TemporalEngine engine = builder.build();
        engines.add(engine);
        return engine;
    }

    final RunClient<Notes, Node> on(TestGraph<Notes> graph) {
        return on(open(builder()), graph);
    }

    final RunClient<Notes, Node> in(String thread, TestGraph<Notes> graph) {
        return in(open(builder()), thread, graph);
    }

    static RunClient<Notes, Node> in(TemporalEngine engine, String thread, TestGraph<Notes> graph) {
        return engine.client(graph, AGENT, thread);
    }

    static RunClient<Notes, Node> on(TemporalEngine engine, TestGraph<Notes> graph) {
        return engine.client(graph, AGENT);
    }

    /** A graph of one step, which is visited so often, and counts its visits. */
    static TestGraph<Notes> looping(int visits, Graphs.Work work) {
        return TestGraph.of(Notes.class)
                .step(Node.FIRST, s -> s.to(Node.FIRST).toEnd(), (notes, input, context) -> {
                    notes.count++;
                    work.on(notes, context);
                    return notes.count < visits ? Transition.go(Node.FIRST) : Transition.end();
                })
                .build();
    }

    static WorkflowExecutionHistory history(String workflowId) {
        return CLIENT.fetchHistory(workflowId);
    }

    static void terminate(String workflowId) {
        CLIENT.newUntypedWorkflowStub(workflowId).terminate("a person ended it");
    }

    final String workflowId(String runId) {
        return "stepgraph/" + URLEncoder.encode(namespace, StandardCharsets.UTF_8) + "/" + runId;
    }

    /** Whether the workflow of the run is not its first one. */
    final boolean isContinued(String runId) {
        return !history(workflowId(runId))
                .getHistory()
                .getEvents(0)
                .getWorkflowExecutionStartedEventAttributes()
                .getContinuedExecutionRunId()
                .isEmpty();
    }

    final String threadWorkflowId(String thread) {
        return "stepgraph-thread/" + URLEncoder.encode(namespace, StandardCharsets.UTF_8) + "/" + thread;
    }

    static WorkflowClient client() {
        return WorkflowClient.newInstance(
                SERVICE,
                WorkflowClientOptions.newBuilder()
                        .setDataConverter(WireConverter.all(new LargeValues(null)))
                        .build());
    }
}
