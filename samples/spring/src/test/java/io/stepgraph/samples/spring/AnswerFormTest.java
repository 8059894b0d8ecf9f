package io.stepgraph.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.samples.spring.AnswerForm.Field;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

final class AnswerFormTest {
    private static final String QUESTION = "{\"amount\": 120.50, \"employeeName\": \"ann\", \"tags\": []}";

    @Test
    void each_kind_of_answer_is_a_form_with_a_field_for_each_property() {
        AnswerForm form = form(QUESTION, """
                {"oneOf": [
                  {"properties": {"@type": {"const": "Approved"},
                      "center": {"enum": ["A", "B", null]}, "projectNumber": {"type": "integer"},
                      "share": {"type": ["number", "null"]}, "seen": {"type": "boolean"}}},
                  {"properties": {"@type": {"const": "SentBack"}, "to": {"anyOf": [{"$ref": "#/$defs/To"}, {"type": "null"}]},
                      "why": {"type": ["string", "null"]}}}
                ]}""");

        assertThat(form.title()).isEqualTo("Approve");
        assertThat(form.asked()).contains(entry("Amount", "120.50"), entry("Employee name", "ann"));
        assertThat(form.kinds()).extracting(AnswerForm.Kind::label).containsExactly("Approved", "Sent back");
        assertThat(form.kinds().get(0).fields())
                .containsExactly(
                        new Field("string.center", "Center", "select", "any", List.of("A", "B")),
                        new Field("integer.projectNumber", "Project number", "number", "1", List.of()),
                        new Field("number.share", "Share", "number", "any", List.of()),
                        new Field("boolean.seen", "Seen", "checkbox", "any", List.of()));
        assertThat(form.kinds().get(1).fields())
                .containsExactly(
                        new Field("json.to", "To", "text", "any", List.of()),
                        new Field("string.why", "Why", "text", "any", List.of()));
    }

    @Test
    void a_question_with_one_kind_of_answer_is_one_form() {
        AnswerForm form = form("\"How much?\"", "{\"properties\": {\"cents\": {\"type\": \"integer\"}}}");

        assertThat(form.asked()).containsExactly(entry("Question", "How much?"));
        assertThat(form.kinds())
                .singleElement()
                .satisfies(kind -> assertThat(kind.type()).isEmpty());
    }

    @Test
    void what_is_sent_becomes_json_of_the_types_of_the_schema() {
        MultiValueMap<String, String> sent = new LinkedMultiValueMap<>(Map.of(
                "ticket", List.of("t"),
                "string.@type", List.of("Approved"),
                "integer.project", List.of(" 7 "),
                "number.share", List.of("0.50"),
                "boolean.seen", List.of("false", "true"),
                "boolean.paid", List.of("false"),
                "json.to", List.of("[1]"),
                "string.note", List.of("7"),
                "string.why", List.of(" ")));

        assertThat(AnswerForm.json(sent))
                .contains(
                        "\"@type\":\"Approved\"", "\"project\":7", "\"share\":0.50", "\"seen\":true", "\"paid\":false")
                .doesNotContain("why", "ticket");
    }

    @Test
    void what_is_no_number_stays_a_text_which_the_store_refuses() {
        MultiValueMap<String, String> sent = new LinkedMultiValueMap<>(Map.of("integer.project", List.of("seven")));

        assertThat(AnswerForm.json(sent)).isEqualTo("{\"project\":\"seven\"}");
    }

    private static AnswerForm form(String question, String schema) {
        Instant now = Instant.EPOCH;
        ListedRun run = new ListedRun(
                "claim-1",
                1,
                "graph",
                Status.WAITING,
                "approve",
                2,
                1,
                null,
                "ann",
                Map.of(),
                now,
                now,
                null,
                null,
                null,
                null);
        Ticket ticket = new Ticket("default", "claim-1", 1, 2, "approve", "nonce");
        return AnswerForm.of(new OpenQuestion(run, ticket, Json.of(question), Json.of(schema), null));
    }
}
