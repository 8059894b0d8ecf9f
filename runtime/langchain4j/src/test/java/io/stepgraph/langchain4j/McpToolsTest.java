package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.CallingAgent.texts;
import static io.stepgraph.langchain4j.StrictModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import io.stepgraph.engine.Runner;
import io.stepgraph.langchain4j.CallingAgent.Turn;
import io.stepgraph.langchain4j.CallingAgentGraph.Outcome;
import io.stepgraph.langchain4j.CallingAgentGraph.Runs;
import io.stepgraph.langchain4j.Decision.Approved;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tools of an MCP server, a process of its own, by the hints that it gives. */
final class McpToolsTest {
    private static McpClient client;
    private static McpToolProvider provider;

    private final Store store = new MemoryStore();
    private final Runner runner = Runner.builder(store).build();
    private Tools tools = Tools.builder().add(provider, Does::byHints).build();

    @BeforeAll
    static void connect() throws Exception {
        URI classes = McpServerProgram.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        client = DefaultMcpClient.builder()
                .transport(StdioMcpTransport.builder()
                        .command(List.of(java, "-cp", Path.of(classes).toString(), McpServerProgram.class.getName()))
                        .environment(Map.of())
                        .build())
                .toolExecutionTimeout(Duration.ofSeconds(2))
                .build();
        provider = McpToolProvider.builder()
                .mcpClients(client)
                .failIfOneServerFails(true)
                .build();
    }

    @AfterAll
    static void disconnect() throws Exception {
        client.close();
    }

    @AfterEach
    void close() {
        runner.close();
        store.close();
    }

    private Runs runs() {
        return CallingAgentGraph.of(new CallingAgent(tools)).on(runner);
    }

    private Outcome run(String tool) {
        return runs().run("run-1", Turn.of(call("1", tool, "{\"path\": \"a.txt\"}")));
    }

    @Test
    void a_tool_with_a_read_only_hint_only_reads() {
        assertThat(texts(run("look"))).containsExactly("There it is.");
    }

    @Test
    void an_error_of_a_tool_that_reads_is_an_error() {
        assertThat(texts(run("list"))).containsExactly("Error: The line is busy.");
    }

    @Test
    void a_tool_without_hints_is_approved() {
        Outcome.Approve asked = (Outcome.Approve) run("remove");

        assertThat(asked.question().text()).isEqualTo("Call remove with {\"path\":\"a.txt\"}?");
        assertThat(texts(runs().answerApprove(asked, new Approved()))).containsExactly("Removed.");
    }

    @ParameterizedTest
    @CsvSource({"send, The line is busy.", "wait, timeout"})
    void an_error_of_an_acting_tool_is_in_doubt_also_a_timeout(String tool, String reason) {
        assertThat(((Outcome.Parked) run(tool)).reason()).contains("tool[" + tool + " 1]", "in doubt", reason);
    }

    @Test
    void a_call_that_takes_longer_than_its_timeout_is_in_doubt() {
        tools = Tools.builder()
                .add(provider, Does::byHints)
                .does("wait", Does.act().timeout(Duration.ofMillis(100)))
                .build();

        assertThat(((Outcome.Parked) run("wait")).reason())
                .contains("tool[wait 1]", "in doubt", "InterruptedException");
    }

    @Test
    void a_tool_with_an_idempotent_hint_is_called_again() {
        assertThat(texts(run("write"))).containsExactly("Written again.");
    }
}
