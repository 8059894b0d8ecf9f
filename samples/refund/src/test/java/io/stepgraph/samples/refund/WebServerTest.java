package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.engine.Worker;
import io.stepgraph.runtime.Actor;
import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.mail.MailServer;
import io.stepgraph.samples.refund.mail.Mailboxes;
import io.stepgraph.samples.refund.people.People;
import io.stepgraph.samples.refund.web.WebServer;
import io.stepgraph.store.memory.MemoryStore;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The rules of the web server, by its real requests: who sees what, and who may answer. */
final class WebServerTest {
    private static final Map<String, String> APPROVED = Map.of("@type", "Approved");

    private static MemoryStore store;
    private static MailServer mail;
    private static Worker worker;
    private static ApprovalPolicy policy;
    private static WebServer server;

    private final WebClient ann = client("ann-7f3c");
    private final WebClient bob = client("bob-52ad");
    private final WebClient rosa = client("rosa-91be");
    private final WebClient sam = client("sam-c04d");
    private final WebClient lea = client("lea-e8b7");
    private final WebClient tom = client("tom-a6f2");

    @BeforeAll
    static void start() throws Exception {
        store = new MemoryStore();
        mail = MailServer.start();
        RefundAgent agent = new FakeWorld().agent();
        People people = People.read(Path.of("tokens.json"));
        server = WebServer.start(store, agent, people, new Mailboxes(mail.place()), 0);
        worker = RefundWorker.builder(store, agent).build().start();
        policy = ApprovalPolicy.start(store, people.tenants(), Limit.DEFAULT);
    }

    @AfterAll
    static void end() {
        policy.close();
        worker.close();
        server.close();
        mail.close();
        store.close();
    }

    private static WebClient client(String token) {
        return new WebClient(server.address(), token);
    }

    @Test
    void without_a_token_nothing_is_told() throws Exception {
        for (String path : List.of("/api/me", "/api/tickets", "/api/questions", "/api/mails", "/api/tickets/x/graph")) {
            assertThat(client("nobody").get(path).statusCode()).as(path).isEqualTo(401);
        }
    }

    @Test
    void a_wrong_token_is_told_to_be_wrong() throws Exception {
        assertThat(problem(client("nobody").get("/api/me"))).isEqualTo("This token is wrong.");
        assertThat(problem(ann.get("/api/me"))).isEmpty();
    }

    private static String problem(HttpResponse<String> response) {
        return Json.tree(response.body()).path("problem").asString();
    }

    @Test
    void a_customer_sees_own_tickets_only() throws Exception {
        String id = ann.ticket("I want my money");
        ann.until(id, "done");

        assertThat(ann.read("/api/tickets").toString()).contains(id);
        assertThat(bob.read("/api/tickets").toString()).doesNotContain(id);
        assertNotFound(bob, id);
    }

    @Test
    void a_ticket_of_another_shop_reads_as_not_found() throws Exception {
        String id = ann.ticket("I want my money");

        assertThat(rosa.get("/api/tickets/" + id).statusCode()).isEqualTo(200);
        assertThat(tom.read("/api/tickets").toString()).doesNotContain(id);
        assertNotFound(tom, id);
    }

    private static void assertNotFound(WebClient person, String id) throws Exception {
        for (String path : List.of("", "/graph", "/events")) {
            HttpResponse<String> response = person.get("/api/tickets/" + id + path, "Accept", "text/event-stream");
            assertThat(response.statusCode()).as(path).isEqualTo(404);
            assertThat(response.body())
                    .isEqualTo(person.get("/api/tickets/T-none" + path).body());
        }
    }

    @Test
    void a_customer_neither_sees_nor_answers_questions() throws Exception {
        JsonNode question = rosa.question(ann.ticket("N-1 is broken"));

        assertThat(ann.get("/api/questions").statusCode()).isEqualTo(403);
        assertThat(ann.answer(question, APPROVED)).isEqualTo(403);
        assertThat(bob.answer(question, APPROVED)).isEqualTo(403);
    }

    @Test
    void a_reviewer_of_another_shop_cannot_answer() throws Exception {
        JsonNode question = rosa.question(ann.ticket("N-1 is broken"));

        assertThat(tom.answer(question, APPROVED)).isEqualTo(404);
        assertThat(tom.read("/api/questions")).isEmpty();
    }

    @Test
    void who_has_posted_the_ticket_may_not_answer() throws Exception {
        String id = rosa.ticket("N-5 is broken");
        JsonNode question = rosa.question(id);

        assertThat(question.path("answerers").asString())
                .isEqualTo("by a reviewer or a policy, but not by the person who started the run");
        assertThat(question.path("mayAnswer").asBoolean()).isFalse();
        assertThat(rosa.answer(question, APPROVED)).isEqualTo(403);
        assertThat(sam.question(id).path("mayAnswer").asBoolean()).isTrue();
        assertThat(sam.answer(question, APPROVED)).isEqualTo(204);
        rosa.until(id, "done");
    }

    @Test
    void the_name_of_the_approver_comes_from_the_token() throws Exception {
        String id = ann.ticket("N-6 is broken");
        JsonNode question = rosa.question(id);

        assertThat(rosa.answer(question, Map.of("@type", "Approved", "by", "the boss")))
                .isEqualTo(422);
        assertThat(rosa.answer(question, APPROVED)).isEqualTo(204);
        ann.until(id, "done");
        assertThat(events(ann, id)).contains("Approved by rosa.");
        assertThat(RefundAgentGraph.of(new FakeWorld().agent())
                        .on(Runner.builder(store).namespace("north").build())
                        .as(Actor.named("test"))
                        .outcome(id)
                        .orElseThrow()
                        .toString())
                .contains("approvedBy=rosa");
    }

    @Test
    void a_large_refund_is_approved_by_a_reviewer_and_confirmed_by_another_lead() throws Exception {
        String id = ann.ticket("N-8 is broken");
        JsonNode question = rosa.question(id);
        assertThat(lea.answer(question, APPROVED)).isEqualTo(403);
        assertThat(sam.answer(question, APPROVED)).isEqualTo(204);

        JsonNode again = lea.question(id);
        assertThat(again.path("question")).isEqualTo(question.path("question"));
        assertThat(again.path("answerers").asString())
                .isEqualTo("by a lead, but not by the person who answered 'approve' or by the person who started the run");
        assertThat(rosa.answer(again, APPROVED)).isEqualTo(403);
        assertThat(sam.answer(again, APPROVED)).isEqualTo(403);
        assertThat(ann.read("/api/tickets/" + id).path("status").path("from").asString())
                .isEqualTo("the lead of the shop north");
        assertThat(lea.answer(again, APPROVED)).isEqualTo(204);

        ann.until(id, "done");
        assertThat(events(ann, id)).contains("Approved by sam.", "Approved by lea.");
    }

    @Test
    void a_ticket_that_asks_for_another_amount_than_an_earlier_one_waits_for_a_person() throws Exception {
        String first = ann.ticket("N-3 is broken");
        assertThat(rosa.answer(rosa.question(first), APPROVED)).isEqualTo(204);
        ann.until(first, "done");
        String second = ann.ticket("I do not like N-3");
        assertThat(rosa.answer(rosa.question(second), APPROVED)).isEqualTo(204);

        World.until(() -> ann.read("/api/tickets/" + second)
                        .path("status")
                        .path("from")
                        .asString()
                        .equals("our support team")
                ? true
                : null);
    }

    @Test
    void an_answer_that_does_not_fit_is_refused_and_the_question_waits() throws Exception {
        String id = ann.ticket("N-7 is broken");
        JsonNode question = rosa.question(id);

        assertThat(rosa.answer(question, Map.of("@type", "Perhaps"))).isEqualTo(422);
        assertThat(rosa.answer(question, Map.of("@type", "Rejected"))).isEqualTo(422);
        assertThat(rosa.answer(question, Map.of("@type", "Rejected", "why", " ")))
                .isEqualTo(422);
        assertThat(rosa.answer(question, "Approved")).isEqualTo(422);
        assertThat(rosa.answer(question, Map.of("@type", "Rejected", "why", "It was used.")))
                .isEqualTo(204);
        assertThat(ann.until(id, "done").path("status").path("text").asString())
                .isEqualTo("We do not pay this refund. Our reason: It was used.");
        assertThat(sam.answer(question, APPROVED)).isEqualTo(409);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999999999", "1e400", "12345678901234567890.10", "-0", "NaN", "true", "null"})
    void a_reason_reaches_the_customer_as_it_was_typed(String typed) throws Exception {
        String id = ann.ticket("N-7 is broken");
        JsonNode question = rosa.question(id);

        String unquoted = "{\"ticket\": \"" + question.path("ticket").asString()
                + "\", \"answer\": {\"@type\": \"Rejected\", \"why\": " + typed + "}}";
        assertThat(rosa.postText("/api/answers", unquoted).statusCode()).isBetween(400, 422);
        assertThat(rosa.answer(question, Map.of("@type", "Rejected", "why", typed)))
                .isEqualTo(204);
        assertThat(ann.until(id, "done").path("status").path("text").asString())
                .isEqualTo("We do not pay this refund. Our reason: " + typed);
    }

    @Test
    void a_long_ticket_is_cut_between_characters_for_the_list() throws Exception {
        String start = "x".repeat(69) + "\uD83D\uDE00";
        String id = ann.ticket(start + " and more");

        assertThat(ann.read("/api/tickets").toString()).contains(id, "\"" + start + "\"");
    }

    @Test
    void the_customer_reads_what_is_awaited_from_whom_and_until_when() throws Exception {
        JsonNode status = ann.until(ann.ticket("N-1 is broken"), "waiting").path("status");

        assertThat(status.path("text").asString()).isEqualTo("We would like to pay back 89.00 EUR for order N-1.");
        assertThat(status.path("awaits").asString()).isEqualTo("an approval of exactly this refund");
        assertThat(status.path("from").asString()).isEqualTo("a reviewer of the shop north");
        assertThat(status.path("until").isNull()).isFalse();
    }

    @Test
    void the_policy_approves_a_small_refund_under_its_own_name() throws Exception {
        String id = ann.ticket("N-2 is broken");
        ann.until(id, "done");

        assertThat(events(ann, id)).contains("Approved by policy: up to 50.00 EUR.");
    }

    @Test
    void the_events_end_with_the_run_and_hold_no_ticket() throws Exception {
        String id = ann.ticket("N-2 is broken");

        String events = events(ann, id);

        assertThat(events).contains("\"step\":\"propose\"", "Asked: Pay back 12.00 EUR to ann", "event: over");
        assertThat(events).doesNotContain("nonce").doesNotContain("north~");
    }

    @Test
    void events_continue_after_the_last_one_that_was_seen() throws Exception {
        String id = ann.ticket("I want my money");
        String all = events(ann, id);
        String third = all.lines()
                .filter(line -> line.startsWith("id: "))
                .skip(2)
                .findFirst()
                .orElseThrow()
                .substring(4);

        String rest = ann.get("/api/tickets/" + id + "/events", "Accept", "text/event-stream", "Last-Event-ID", third)
                .body();

        assertThat(all).endsWith(rest).hasSizeGreaterThan(rest.length());
    }

    @Test
    void a_cursor_that_is_none_is_refused() throws Exception {
        String id = ann.ticket("I want my money");

        assertThat(ann.get("/api/tickets/" + id + "/events", "Accept", "text/event-stream", "Last-Event-ID", "x")
                        .statusCode())
                .isEqualTo(400);
    }

    private static String events(WebClient person, String id) throws Exception {
        return person.get("/api/tickets/" + id + "/events", "Accept", "text/event-stream")
                .body();
    }

    @Test
    void the_graph_of_a_run_shows_its_path() throws Exception {
        String id = ann.ticket("N-1 is broken");
        ann.until(id, "waiting");

        HttpResponse<String> graph = ann.get("/api/tickets/" + id + "/graph");

        assertThat(graph.headers().firstValue("Content-Type").orElseThrow()).startsWith("image/svg+xml;");
        assertThat(graph.body()).startsWith("<svg").contains("1 visit");
    }

    @Test
    void text_is_data_and_the_page_runs_no_script_of_others() throws Exception {
        String id = ann.ticket("<script>alert(1)</script> N-2");
        HttpResponse<String> page = ann.get("/");

        assertThat(ann.get("/api/tickets/" + id)
                        .headers()
                        .firstValue("Content-Type")
                        .orElseThrow())
                .startsWith("application/json;");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'");
        assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(page.body()).doesNotContain("http://", "https://");
    }

    @Test
    void a_body_that_is_no_ticket_is_refused() throws Exception {
        assertThat(ann.post("/api/tickets", Map.of()).statusCode()).isEqualTo(400);
        assertThat(ann.post("/api/tickets", Map.of("text", " ")).statusCode()).isEqualTo(400);
        assertThat(ann.post("/api/tickets", List.of()).statusCode()).isEqualTo(400);
        assertThat(ann.post("/api/tickets", Map.of("text", 12)).statusCode()).isEqualTo(400);
        assertThat(ann.postText("/api/tickets", "{\"text\": \"\\ud83d N-2\"}").statusCode())
                .isEqualTo(400);
        assertThat(ann.postText("/api/tickets", "{\"text\": \"N-2 \\u0000\"}").statusCode())
                .isEqualTo(400);
        assertThat(ann.post("/api/tickets", Map.of("text", "x".repeat(4_001))).statusCode())
                .isEqualTo(400);
        assertThat(Json.tree(ann.post("/api/answers", Map.of("ticket", "none")).body())
                        .path("problem")
                        .asString())
                .isNotEmpty();
    }
}
