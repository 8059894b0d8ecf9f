package io.stepgraph.engine;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store keeps each graph, so that tools can draw a run without the agent's classes. */
@Tag("S2")
final class SavedGraphTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final TestGraph<Notes> graph = Graphs.single((notes, context) -> notes.add("done"));

    /** The processor would write a file for it; a test resource stands for that. */
    public static class Agent {}

    /** As a framework derives one. */
    public static final class Derived extends Agent {}

    private @Nullable Json saved() {
        return fixture.memory.log().graph(graph.spec().name(), graph.spec().fingerprint());
    }

    private long saves() {
        return fixture.store.calls().stream().filter("saveGraph"::equals).count();
    }

    @Test
    void S2_the_first_run_of_a_graph_saves_the_graph_and_later_ones_do_not() throws Exception {
        RunClient<Notes, Node> runs = fixture.runner(builder -> builder).client(graph, new Derived());
        assertThat(saved()).isNull();

        Outcomes.completed(runs.run("one", Notes.of(), null));
        Outcomes.completed(runs.run("two", Notes.of(), null));

        byte[] file = Objects.requireNonNull(Agent.class.getResourceAsStream(
                        "/META-INF/stepgraph/io.stepgraph.engine.SavedGraphTest.Agent.json"))
                .readAllBytes();
        assertThat(saved()).hasToString(new String(file, StandardCharsets.UTF_8));
        assertThat(saves()).isEqualTo(1);
    }

    @Test
    void S2_an_agent_without_the_file_is_executed_all_the_same() {
        Outcomes.completed(fixture.run(graph));

        assertThat(saved()).isNull();
        assertThat(saves()).isZero();
    }

    @Test
    void S2_a_store_that_cannot_save_the_graph_now_is_no_trouble_of_the_run() {
        fixture.store.failing("saveGraph", Integer.MAX_VALUE);

        Outcomes.completed(
                fixture.runner(builder -> builder).client(graph, new Agent()).run("one", Notes.of(), null));

        assertThat(saves()).isEqualTo(1);
    }

    @Test
    @Tag("Q5")
    void Q5_a_saved_graph_has_the_messages_of_a_mailbox_under_each_of_its_names() {
        TestGraph<Notes> listening = TestGraph.of(Notes.class)
                .listens(
                        FIRST,
                        s -> s.to(SECOND)
                                .answeredBy(ValueType.of(Graphs.Approved.class))
                                .formerly("serve"),
                        message -> SECOND)
                .ends(SECOND);
        Runner runner = fixture.runner(builder -> builder);
        RunClient<Notes, Node> runs = runner.client(listening, new Agent());
        runs.run("one", Notes.of(), null);

        runner.tell("one", "serve", "a", "{\"by\": \"Ann\"}");
        runner.tell("one", "first", "a", "{ \"by\":\"Ann\"}");
        assertThat(runs.look("one").messages()).isEqualTo(1);
        assertThrown(
                InvalidAnswerException.class,
                () -> runner.tell("one", "first", "b", "{\"bye\": \"Ann\"}"),
                "The message is not accepted, and nothing was stored",
                "message.by");
        assertThrown(
                ErrorCode.UNKNOWN_STEP,
                () -> runner.tell("one", "second", "b", "{\"by\": \"Ann\"}"),
                "'second'",
                "a program with the agent");
        assertThat(runner.withdraw("one", "serve", "a")).isTrue();
        assertThrown(RunNotFoundException.class, () -> runner.tell("two", "first", "a", "{}"));
    }

    private TestGraph<Notes> taking(Class<?> message) {
        return TestGraph.of(Notes.class)
                .listens(FIRST, s -> s.to(SECOND).answeredBy(ValueType.of(message)), each -> SECOND)
                .step(SECOND, s -> s.takes(ValueType.of(message)).to(FIRST), (n, i, c) -> Transition.go(FIRST));
    }

    record Remind(Instant at, Duration before, LocalDate day, UUID id) {}

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "2026-02-31T00:00:00Z", "soon", "1s", "2026-13-01", "no id"})
    @Tag("Q8")
    void Q8_a_message_in_JSON_that_no_build_can_read_is_refused_and_holds_up_no_run(String unreadable) {
        Runner runner = fixture.runner(builder -> builder);
        RunClient<Notes, Node> runs = runner.client(taking(Remind.class), new Agent());
        runs.run("one", Notes.of(), null);
        String good = "{\"at\":\"2026-02-01T00:00:00Z\",\"before\":\"PT1H\",\"day\":\"2026-02-01\","
                + "\"id\":\"00000000-0000-0000-0000-000000000001\"}";

        for (String value :
                List.of("2026-02-01T00:00:00Z", "PT1H", "2026-02-01\"", "00000000-0000-0000-0000-000000000001")) {
            String bad = good.replace('"' + value, '"' + unreadable + (value.endsWith("\"") ? "\"" : ""));
            assertThrown(
                    InvalidAnswerException.class, () -> runner.tell("one", "first", "a", bad), "message.", unreadable);
        }
        runner.tell("one", "first", "a", good);
        runs.resume("one");
        assertThat(runs.look("one").messages()).isZero();
    }

    record Add(int count) {}

    record AddAll(int count, List<Integer> others) {}

    @Test
    @Tag("Q5")
    void Q5_a_build_whose_messages_have_other_fields_saves_its_graph_anew() {
        fixture.runner(builder -> builder)
                .client(taking(Add.class), new Agent())
                .run("one", Notes.of(), null);
        Runner later = fixture.runner(builder -> builder);
        RunClient<Notes, Node> runs = later.client(taking(AddAll.class), new Agent());
        runs.run("two", Notes.of(), null);

        assertThrown(InvalidAnswerException.class, () -> later.tell("two", "first", "a", "{\"count\":1}"), "others");
        later.tell("two", "first", "a", "{\"count\":1,\"others\":[2]}");
        runs.resume("two");
        assertThat(runs.look("two").messages()).isZero();
    }
}
