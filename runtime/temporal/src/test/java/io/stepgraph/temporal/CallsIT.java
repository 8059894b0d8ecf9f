package io.stepgraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.WaitTimeoutException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.temporal.serviceclient.RpcRetryOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that cannot reach Temporal, or wait: how they end. */
@Timeout(120)
final class CallsIT extends TemporalServer {
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    /** A step that waits for the test. */
    private final TestGraph<Notes> graph = Graphs.single((notes, context) -> {
        inside.countDown();
        open.await();
        notes.add("attempt " + context.attempt());
    });

    private static WorkflowServiceStubs unreachable() {
        return WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:1")
                .setRpcRetryOptions(RpcRetryOptions.newBuilder()
                        .setExpiration(Duration.ofSeconds(1))
                        .validateBuildWithDefaults())
                .build());
    }

    @Test
    @Tag("R11")
    void a_worker_does_not_start_without_temporal() {
        WorkflowServiceStubs service = unreachable();
        TemporalEngine engine = open(TemporalEngine.builder(service));

        assertThatThrownBy(() -> on(engine, graph))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("Temporal cannot be reached");
        service.shutdownNow();
    }

    @Test
    @Tag("R11")
    void no_call_of_a_client_reaches_a_server_that_is_gone() {
        WorkflowServiceStubs service = unreachable();
        RunClient<Notes, Node> runs = on(open(TemporalEngine.builder(service).clientOnly()), graph);

        assertThatThrownBy(() -> runs.run("one", Notes.of(), null)).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> runs.enqueue("one", Notes.of(), null)).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> runs.outcome("one")).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> runs.events("one")).isInstanceOf(StoreUnavailableException.class);
        service.shutdownNow();
        assertThatThrownBy(() -> runs.outcome("one")).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    @Tag("R3")
    void a_call_waits_for_its_timeout_at_most() {
        RunClient<Notes, Node> others = on(graph);
        RunClient<Notes, Node> runs = on(open(builder().waitTimeout(Duration.ofSeconds(2))), graph);

        assertThatThrownBy(() -> runs.run("one", Notes.of(), null))
                .isInstanceOf(WaitTimeoutException.class)
                .hasMessageContaining("PT2S");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        open.countDown();
        assertThat(Outcomes.completed(others.await("one"))).hasToString("[attempt 1]");
    }

    @Test
    @Tag("R3")
    void a_call_that_no_worker_hears_waits_for_its_timeout_at_most() {
        RunClient<Notes, Node> runs = on(open(builder().clientOnly().waitTimeout(Duration.ofSeconds(1))), graph);

        assertThatThrownBy(() -> runs.run("one", Notes.of(), null)).isInstanceOf(WaitTimeoutException.class);
    }

    @Test
    void an_engine_has_one_agent_for_each_graph() {
        TemporalEngine engine = open(builder());
        engine.client(graph, "an agent");

        RunClient<Notes, Node> same = engine.client(graph, "an agent", "in a thread");
        assertThatThrownBy(() -> engine.client(graph, "another agent"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another agent");
    }
}
