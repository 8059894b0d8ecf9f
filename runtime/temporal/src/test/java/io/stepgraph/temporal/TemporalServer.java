package io.stepgraph.temporal;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.TestGraph;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/** Temporal's in-process server, in real time. Each test has a namespace of its own. */
abstract class TemporalServer {
    static final Duration LEASE = Duration.ofSeconds(2);

    /** The steps of a {@link TestGraph} need none. */
    private static final Object AGENT = new Object();

    /** One for all tests of this process. */
    private static final TestWorkflowEnvironment SERVER = TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder().setUseTimeskipping(false).build());

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close));
    }

    private final String namespace = "test " + UUID.randomUUID();
    private final List<TemporalEngine> engines = new ArrayList<>();

    @AfterEach
    void closeEngines() {
        engines.forEach(TemporalEngine::close);
    }

    static WorkflowServiceStubs service() {
        return SERVER.getWorkflowServiceStubs();
    }

    final TemporalEngineBuilder builder() {
        return TemporalEngine.builder(service())
                .namespace(namespace)
                .mode(PermissionMode.PLAN)
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

    static WorkflowExecutionHistory history(String workflowId) {
        return SERVER.getWorkflowClient().fetchHistory(workflowId);
    }

    static void terminate(String workflowId) {
        SERVER.getWorkflowClient().newUntypedWorkflowStub(workflowId).terminate("a person ended it");
    }

    final String workflowId(String runId) {
        return "stepgraph/" + URLEncoder.encode(namespace, StandardCharsets.UTF_8) + "/" + runId;
    }

    final String threadWorkflowId(String thread) {
        return "stepgraph-thread/" + URLEncoder.encode(namespace, StandardCharsets.UTF_8) + "/" + thread;
    }

    static WorkflowClient client() {
        return WorkflowClient.newInstance(
                service(),
                WorkflowClientOptions.newBuilder()
                        .setDataConverter(WireConverter.all(new LargeValues(null)))
                        .build());
    }
}
