package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.Play.refund;
import static io.stepgraph.langchain4j.StrictModel.call;
import static io.stepgraph.langchain4j.StrictModel.calls;
import static io.stepgraph.langchain4j.StrictModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.stepgraph.engine.Runner;
import io.stepgraph.langchain4j.ToolAgent.Chat;
import io.stepgraph.langchain4j.ToolAgentGraph.Outcome;
import io.stepgraph.langchain4j.support.Desk;
import io.stepgraph.langchain4j.support.FirstAgent;
import io.stepgraph.langchain4j.support.ToolsInCode;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import io.stepgraph.testkit.Effects;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page shows the graph of this build, and its examples run. {@code -Dguides.update} writes the graph. */
final class PageTest {
    private static final Path PAGE = Path.of("README.md");
    private static final Pattern PICTURE = Pattern.compile("```mermaid\\n(.*?)```", Pattern.DOTALL);

    private final List<String> paid = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private final Desk desk = new Desk(this::payBack, this::send);

    private String payBack(String order, int cents, String key) {
        paid.add(order + " " + cents);
        return "Paid.";
    }

    private String send(String to, String text) {
        sent.add(to + ": " + text);
        return "Sent.";
    }

    @Test
    void the_picture_is_the_one_that_the_build_draws() throws IOException {
        String page = Files.readString(PAGE);
        Matcher picture = PICTURE.matcher(page);
        assertThat(picture.find()).isTrue();
        if (Boolean.getBoolean("guides.update")) {
            Files.writeString(PAGE, page.substring(0, picture.start(1)) + drawn() + page.substring(picture.end(1)));
        } else {
            assertThat(picture.group(1)).isEqualTo(drawn());
        }
    }

    private static String drawn() throws IOException {
        String file = "/META-INF/stepgraph/" + ToolAgent.class.getName() + ".mmd";
        try (InputStream drawn = Objects.requireNonNull(ToolAgent.class.getResourceAsStream(file))) {
            return new String(drawn.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void the_first_agent_asks_and_pays(@TempDir Path folder) {
        StrictModel model = StrictModel.eachMessage(calls(refund("1", "A-1")), says("It is paid back."));

        String said = FirstAgent.talk(model, desk, folder.resolve("runs.db"), question -> {
            assertThat(question).isEqualTo("Pay back 900 cents of order \"A-1\"?");
            return true;
        });

        assertThat(said).isEqualTo("It is paid back.");
        assertThat(paid).containsExactly("A-1 900");
    }

    @Test
    void the_words_of_the_model_are_shown_in_pieces() {
        ToolAgent agent = new ToolAgent(
                Model.of(StrictModel.eachMessage(says("You ", "are ", "welcome."))), Tools.of(desk), "You help.");
        List<String> screen = new ArrayList<>();
        try (Store store = new MemoryStore();
                Runner runner = Runner.builder(store).build()) {
            Outcome outcome = FirstAgent.watch(ToolAgentGraph.of(agent).on(runner, "customer-42"), screen::add);

            assertThat(((Outcome.Completed) outcome).result().text()).isEqualTo("You are welcome.");
        }
        assertThat(screen).containsExactly("You ", "are ", "welcome.");
    }

    @Test
    void only_a_large_refund_is_asked_about() {
        ToolExecutionRequest large = call("2", "refund", "{\"order\": \"A-2\", \"cents\": 200000}");
        StrictModel model = StrictModel.eachMessage(calls(refund("1", "A-1"), large), says("Paid."));
        Tools tools = ToolsInCode.of(desk, request -> new ToolProviderResult(Map.of()));
        ToolAgent agent = new ToolAgent(Model.of(model), tools, "You help.");

        Outcome outcome = ToolAgentGraph.of(agent).machine().start(new Chat(), "Pay both back.");

        assertThat(((Outcome.Approve) outcome).question().text()).isEqualTo("Pay back 200000 cents?");
        assertThat(paid).containsExactly("A-1 900");
    }

    @Test
    void a_tool_is_tested_without_an_agent() {
        ToolCall call = ToolCall.of("1", "refund", "{\"order\": \"A-1\", \"cents\": 500}");

        String result = Effects.perform(call, once -> desk.refund("A-1", 500, new Acting(once, "run-1", "ann")));

        assertThat(result).isEqualTo("Paid.");
        assertThat(paid).containsExactly("A-1 500");
    }
}
