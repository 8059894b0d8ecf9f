package io.stepgraph.engine;

import static io.stepgraph.runtime.testing.Node.ASK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.AgentOutcome;
import io.stepgraph.runtime.client.CalledOutcome;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.client.WaitingOutcome;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.OpenQuestion;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** What a web framework writes when a controller returns a type of this library, with the mapper of the framework. */
final class RestBodyTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    /** The mappers of Spring Boot 3 and Quarkus, and of Spring Boot 4. */
    enum Jackson {
        TWO {
            @Override
            String write(Object body) throws IOException {
                return new ObjectMapper().writeValueAsString(body);
            }

            @Override
            String tree(Object body) {
                return new ObjectMapper().valueToTree(body).toString();
            }

            @Override
            <T> T read(String json, Class<T> type) throws IOException {
                return new ObjectMapper().readValue(json, type);
            }
        },
        THREE {
            @Override
            String write(Object body) {
                return new JsonMapper().writeValueAsString(body);
            }

            @Override
            String tree(Object body) {
                return new JsonMapper().valueToTree(body).toString();
            }

            @Override
            <T> T read(String json, Class<T> type) {
                return new JsonMapper().readValue(json, type);
            }
        };

        abstract String write(Object body) throws IOException;

        abstract String tree(Object body) throws IOException;

        abstract <T> T read(String json, Class<T> type) throws IOException;
    }

    record Inbox(Ticket ticket, Json question, List<Json> others) {}

    @ParameterizedTest
    @EnumSource
    void documents_are_parts_of_the_body_and_a_ticket_is_its_text(Jackson jackson) throws IOException {
        Runner runner = fixture.runner(builder -> builder);
        runner.client(Graphs.review(), new Object()).run("one", Notes.of(), null);
        OpenQuestion open = runner.questions(null, 10).questions().get(0);
        Inbox inbox = new Inbox(open.ticket(), open.question(), List.of(Json.of("1.50"), Json.of("null")));

        assertThat(jackson.write(inbox))
                .isEqualTo("{\"ticket\":\"" + open.ticket().id() + "\",\"question\":"
                        + open.question().text() + ",\"others\":[1.50,null]}")
                .isEqualTo(jackson.tree(inbox));
        assertThat(jackson.write(open.answerSchema()))
                .isEqualTo(open.answerSchema().text());
    }

    @ParameterizedTest
    @EnumSource
    void a_ticket_is_read_from_its_text(Jackson jackson) throws IOException {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        RunOutcome.QuestionAsked<Node> asked = (RunOutcome.QuestionAsked<Node>) runs.run("a/b ~ü", Notes.of(), null);

        assertThat(asked.interrupt()).isEqualTo(ASK);
        assertThat(jackson.read(jackson.write(asked.ticket()), Ticket.class)).isEqualTo(asked.ticket());
    }

    @ParameterizedTest
    @EnumSource
    void an_effect_in_doubt_has_its_values(Jackson jackson) throws IOException {
        record Refund(int cents) {}
        TestGraph<Notes> graph = Graphs.single((notes, context) -> context.once("refund", new Refund(500), String.class)
                .call((key, request) -> {
                    throw new IllegalStateException("the connection was lost");
                }));
        Runner runner = fixture.runner(builder -> builder);
        runner.client(graph, new Object()).run("one", Notes.of(), null);
        EffectInDoubt effect = runner.effectsInDoubt("one").get(0);

        assertThat(jackson.read(jackson.write(effect), Object.class))
                .isEqualTo(jackson.read("""
                    {"runId": "one", "step": "first", "visit": 1, "name": "refund", "item": "", "keyed": false,
                     "key": "%s", "request": {"cents": 500}}\
                    """.formatted(effect.key()), Object.class));
    }

    record Failed(String failure, Throwable cause) implements AgentOutcome {
        @Override
        public String kind() {
            return "failed";
        }
    }

    record Approve(Ticket ticket, String question) implements AgentOutcome.Asked {
        @Override
        public String kind() {
            return "asked";
        }
    }

    record Pause(Instant until) implements WaitingOutcome {
        @Override
        public String kind() {
            return "waiting";
        }

        @Override
        public String step() {
            return "pause";
        }
    }

    record Gather(@Nullable Approve researcher, @Nullable Approve checker) implements CalledOutcome {
        @Override
        public String kind() {
            return "called";
        }

        @Override
        public String step() {
            return "gather";
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_outcome_of_a_call_has_those_of_its_agents(Jackson jackson) throws IOException {
        Ticket ticket = new Ticket("default", "one", 1, 2, "approve", "nonce");

        assertThat(jackson.write(new Gather(new Approve(ticket, "Pay?"), null)))
                .startsWith("{\"outcome\":\"called\",")
                .contains("\"step\":\"gather\"", "\"researcher\":{\"outcome\":\"asked\"", "\"checker\":null");
    }

    @ParameterizedTest
    @EnumSource
    void an_outcome_that_waits_says_where_and_until_when(Jackson jackson) throws IOException {
        assertThat(jackson.write(new Pause(Instant.parse("2030-01-01T00:00:00Z"))))
                .startsWith("{\"outcome\":\"waiting\",")
                .contains("\"step\":\"pause\"", "\"until\":\"2030-01-01T00:00:00Z\"")
                .doesNotContain("untilText");
    }

    @ParameterizedTest
    @EnumSource
    void an_outcome_begins_with_its_kind_and_has_no_exception(Jackson jackson) throws IOException {
        Ticket ticket = new Ticket("default", "one", 1, 2, "approve", "nonce");

        assertThat(jackson.write(new Failed("broken", new IllegalStateException())))
                .isEqualTo("{\"outcome\":\"failed\",\"failure\":\"broken\"}");
        assertThat(jackson.write(new Approve(ticket, "Pay?")))
                .startsWith("{\"outcome\":\"asked\",")
                .contains("\"step\":\"approve\"", "\"ticket\":\"" + ticket.id() + "\"", "\"question\":\"Pay?\"");
    }
}
