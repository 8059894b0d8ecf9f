package io.stepgraph.samples.chat;

import static io.stepgraph.samples.chat.FakeModel.ask;
import static io.stepgraph.samples.chat.FakeModel.call;
import static io.stepgraph.samples.chat.FakeModel.calls;
import static io.stepgraph.samples.chat.FakeModel.says;
import static io.stepgraph.samples.chat.FakeModel.search;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import io.stepgraph.PermissionMode;
import io.stepgraph.samples.chat.ChatAgentGraph.Outcome;
import io.stepgraph.samples.chat.ChatEvent.ToolCalled;
import io.stepgraph.samples.chat.ChatEvent.ToolDone;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What tools give to the model, and how questions reach the user. */
final class ToolsTest {
    private final List<ChatEvent> events = new ArrayList<>();

    private ChatAgentGraph.Machine machine(FakeModel model) {
        return ChatAgentGraph.of(World.agent(model)).machine(PermissionMode.DEFAULT, events::add);
    }

    private static FakeModel calling(ToolExecutionRequest... calls) {
        return new FakeModel(asked -> asked.results().isEmpty() ? calls(calls) : says("Done."));
    }

    /** The results that the model gets for its calls. */
    private List<String> results(ToolExecutionRequest... calls) {
        FakeModel model = calling(calls);
        assertThat(machine(model).start(new Dialogue(), "A question")).isInstanceOf(Outcome.Completed.class);
        return model.last().allResults();
    }

    @Test
    void the_model_is_told_of_its_tools() {
        FakeModel model = new FakeModel(asked -> says("Hello."));
        machine(model).start(new Dialogue(), "A question");

        assertThat(model.last().request().toolSpecifications())
                .extracting(ToolSpecification::name)
                .containsExactlyInAnyOrder(
                        "ask_user", "read_document", "read_notes", "save_note", "search_documents", "show_own_graph");
    }

    @Test
    void each_reply_goes_to_its_own_call() {
        FakeModel model = calling(ask("first", "Which tower?"), search("between"), ask("second", "Which year?"));
        ChatAgentGraph.Machine machine = machine(model);

        Outcome.AskUser tower = (Outcome.AskUser) machine.start(new Dialogue(), "A question");
        assertThat(tower.question().question()).isEqualTo("Which tower?");
        Outcome.AskUser year = (Outcome.AskUser) machine.answerAskUser(new UserReply("Eddystone"));
        assertThat(year.question().question()).isEqualTo("Which year?");
        machine.answerAskUser(new UserReply("1698"));

        assertThat(model.last().allResults()).hasSize(3).contains("first=Eddystone", "second=1698");
    }

    @Test
    void a_document_is_read() {
        assertThat(results(call("a", "read_document", "{\"name\": \"fuels.md\"}")))
                .singleElement()
                .asString()
                .startsWith("a=# Fuels");
    }

    @Test
    void the_model_is_shown_its_own_graph() {
        assertThat(results(call("a", "show_own_graph", "{}")))
                .singleElement()
                .asString()
                .contains("\"name\": \"chat\"", "\"carryOut\"", "\"askUser\"");
    }

    @Test
    void what_goes_wrong_in_a_tool_is_a_result() {
        assertThat(results(call("a", "read_document", "{\"name\": \"../secret.md\"}"), call("b", "ask_user", "{}")))
                .satisfiesExactlyInAnyOrder(
                        a -> assertThat(a)
                                .startsWith("a=")
                                .contains("There is no document '../secret.md'. The documents are"),
                        b -> assertThat(b).startsWith("b=").contains("The argument 'question' is missing."));
    }

    @Test
    void calls_are_told_as_events() {
        results(search("a"), call("b", "read_document", "{\"name\": \"nothing.md\"}"));

        assertThat(events)
                .filteredOn(ToolCalled.class::isInstance)
                .extracting(event -> ((ToolCalled) event).tool())
                .containsExactly("search_documents", "read_document");
        assertThat(events)
                .filteredOn(ToolDone.class::isInstance)
                .extracting(event -> ((ToolDone) event).result())
                .extracting(result -> result.callId() + " " + result.failed())
                .containsExactlyInAnyOrder("a false", "b true");
    }
}
