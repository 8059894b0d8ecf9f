package io.stepgraph.samples.spring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.transaction.support.TransactionTemplate;

/** What the service promises, by real requests and in a real database. */
final class ClaimsIT extends ServiceTest {
    private static final String APPROVED =
            "{\"@type\": \"Approved\", \"costCenter\": \"TRAVEL\", \"project\": 7, \"receipt\": \"SCAN\"}";
    private static final String REJECTED = "{\"@type\": \"Rejected\", \"why\": \"not ours\"}";

    @Autowired
    private ClaimService service;

    @Autowired
    private Runner runner;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private JdbcClient jdbc;

    @Test
    void an_approved_claim_is_booked() {
        String claim = submit("ann");
        String ticket = ticket("mia", claim);

        answer("mia", ticket, APPROVED).expectStatus().isNoContent();

        await().untilAsserted(() -> assertThat(look("ann", claim)).containsEntry("status", "BOOKED"));
        assertThat(ledger(claim))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("amount", new BigDecimal("120.50"))
                        .containsEntry("cost_center", "TRAVEL")
                        .containsEntry("approved_by", "mia"));
    }

    @Test
    void a_rejected_claim_is_not_booked() {
        String claim = submit("ann");

        answer("mia", ticket("mia", claim), REJECTED).expectStatus().isNoContent();

        await().untilAsserted(() -> assertThat(look("ann", claim))
                .containsEntry("status", "REJECTED")
                .containsEntry("note", "not ours"));
        assertThat(ledger(claim)).isEmpty();
    }

    @Test
    void a_rollback_leaves_neither_row_nor_run() {
        Actor ann = Actor.named("ann", "employee");
        long claim = requireNonNull(transaction.execute(status -> {
            long id = service.submit(ann, new NewClaim("Train to Bonn", BigDecimal.TEN));
            assertThat(runs(RunQuery.ALL)).contains("claim-" + id);
            status.setRollbackOnly();
            return id;
        }));

        assertThat(service.find(ann, claim)).isEmpty();
        assertThat(runs(RunQuery.ALL)).doesNotContain("claim-" + claim);
    }

    @Test
    void a_step_that_cannot_store_its_rows_stores_nothing() {
        String claim = submit("ann");
        String ticket = ticket("mia", claim);
        // The ledger's row is the first statement, that of the claim the second, which now fails.
        jdbc.sql("alter table claims add constraint unbookable check (id <> " + number(claim)
                        + " or status <> 'BOOKED')")
                .update();

        answer("mia", ticket, APPROVED).expectStatus().isNoContent();

        await().untilAsserted(() ->
                assertThat(runs(RunQuery.ALL.status(Status.FAILED))).contains(run(claim)));
        assertThat(ledger(claim)).isEmpty();
        assertThat(look("ann", claim)).containsEntry("status", "CHECKED");
    }

    @Test
    void who_may_not_answer_is_refused() {
        String ofAnn = ticket("mia", submit("ann"));
        String own = submit("mia");
        await().untilAsserted(() -> assertThat(look("mia", own)).containsEntry("status", "CHECKED"));

        answer("ben", ofAnn, APPROVED)
                .expectStatus()
                .isForbidden()
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo("ANSWER_NOT_PERMITTED")
                .jsonPath("$.detail")
                .value(String.class, detail -> assertThat(detail).contains("by a manager"));
        assertThat(questions("ben")).isEqualTo("[]");
        // Nor does a manager approve a claim of her own.
        assertThat(questions("mia")).doesNotContain(run(own));
    }

    @Test
    void an_invalid_answer_is_refused_and_the_claim_waits_on() {
        String claim = submit("ann");
        String ticket = ticket("mia", claim);

        answer("mia", ticket, APPROVED.replace("7", "\"seven\""))
                .expectStatus()
                .isEqualTo(422)
                .expectBody()
                .jsonPath("$.detail")
                .value(String.class, detail -> assertThat(detail).contains("project"));

        assertThat(ticket("mia", claim)).isEqualTo(ticket);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"@type": "Approved", "costCenter": "TRAVEL", "project": 7, "receipt": "NONE"}  | the receipt
                    {"@type": "Approved", "costCenter": "TRAVEL", "project": -3, "receipt": "SCAN"} | no project -3
                    {"@type": "Approved", "costCenter": null, "project": 7, "receipt": "SCAN"}      | a cost center
                    {"@type": "Rejected", "why": " "}                                               | say why
                    {"@type": "Rejected", "why": null}                                              | say why
                    {"@type": "Rejected", "why": "not\\u0000ours"}                                  | in one line
                    """)
    void an_answer_that_is_not_complete_is_asked_for_again(String incomplete, String problem) {
        String claim = submit("ann", "1000");

        answer("mia", ticket("mia", claim), incomplete).expectStatus().isNoContent();

        String again = ticket("mia", claim);
        assertThat(questions("mia")).contains(problem);
        assertThat(look("ann", claim)).containsEntry("status", "CHECKED");
        assertThat(ledger(claim)).isEmpty();
        answer("mia", again, APPROVED).expectStatus().isNoContent();
        await().untilAsserted(() -> assertThat(look("ann", claim)).containsEntry("status", "BOOKED"));
    }

    @Test
    void a_small_claim_needs_no_receipt() {
        String claim = submit("ann", "50");

        answer("mia", ticket("mia", claim), APPROVED.replace("SCAN", "NONE"))
                .expectStatus()
                .isNoContent();

        await().untilAsserted(() -> assertThat(look("ann", claim)).containsEntry("status", "BOOKED"));
    }

    @Test
    void a_second_answer_comes_too_late() {
        String ticket = ticket("mia", submit("ann"));
        answer("mia", ticket, APPROVED).expectStatus().isNoContent();

        answer("mia", ticket, REJECTED)
                .expectStatus()
                .isEqualTo(409)
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo("STALE_ANSWER");
    }

    @ParameterizedTest
    @CsvSource({
        "' ', 1",
        "'Train\\u0000', 1",
        "'Train\\nto Bonn', 1",
        "Train, -1",
        "Train, 0",
        "Train, 1.005",
        "Train, 1e9",
        "Train, null"
    })
    void an_invalid_claim_is_refused(String purpose, String amount) {
        as("ann")
                .post()
                .uri("/claims")
                .contentType(MediaType.APPLICATION_JSON)
                .body("{\"purpose\": \"" + purpose + "\", \"amount\": " + amount + "}")
                .exchange()
                .expectStatus()
                .isBadRequest();
    }

    @Test
    void a_claim_of_somebody_else_is_not_found() {
        String claim = submit("ann");

        as("ben").get().uri(claim).exchange().expectStatus().isNotFound();
    }

    @Test
    void a_form_of_another_site_is_refused() {
        String ticket = ticket("mia", submit("ann"));
        String session = signIn("mia");

        form(session, "/answer", "ticket=" + ticket + "&string.@type=Rejected&string.why=forged")
                .expectStatus()
                .isForbidden();
        form(session, "/", "purpose=forged&amount=1").expectStatus().isForbidden();

        assertThat(questions("mia")).contains(ticket);
        assertThat(jdbc.sql("select count(*) from claims where purpose = 'forged'")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    /** Hands in a claim and gives its address. */
    private String submit(String name) {
        return submit(name, "120.5");
    }

    private String submit(String name, String amount) {
        URI made = as(name).post()
                .uri("/claims")
                .contentType(MediaType.APPLICATION_JSON)
                .body("{\"purpose\": \"Train to Berlin\", \"amount\": " + amount + "}")
                .exchange()
                .expectStatus()
                .isCreated()
                .returnResult(Void.class)
                .getResponseHeaders()
                .getLocation();
        return requireNonNull(made).toString();
    }

    private Map<String, String> look(String name, String claim) {
        String body = body(as(name).get().uri(claim));
        return Map.of("status", JsonPath.read(body, "$.status"), "note", JsonPath.read(body, "$.note"));
    }

    private String questions(String name) {
        return body(as(name).get().uri("/questions"));
    }

    /** Waits for the question of a claim. */
    private String ticket(String name, String claim) {
        List<String> found = await().until(
                        () -> JsonPath.read(questions(name), "$[?(@.run == '" + run(claim) + "')].ticket"),
                        (List<String> tickets) -> !tickets.isEmpty());
        return found.get(0);
    }

    private RestTestClient.ResponseSpec answer(String name, String ticket, String json) {
        return as(name).post()
                .uri("/answers/{ticket}", ticket)
                .contentType(MediaType.APPLICATION_JSON)
                .body(json)
                .exchange();
    }

    private List<String> runs(RunQuery query) {
        return runner.list(query).runs().stream().map(ListedRun::id).toList();
    }

    private List<Map<String, Object>> ledger(String claim) {
        return jdbc.sql("select * from ledger where claim = ?")
                .param(number(claim))
                .query()
                .listOfRows();
    }

    /** Signs in as a browser does and gives the cookie of the session. */
    private String signIn(String name) {
        return requireNonNull(http.post()
                        .uri("/login")
                        .header(HttpHeaders.COOKIE, "XSRF-TOKEN=1")
                        .header("X-XSRF-TOKEN", "1")
                        .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                        .body("username=" + name + "&password=" + name)
                        .exchange()
                        .returnResult(Void.class)
                        .getResponseCookies()
                        .getFirst("SESSION"))
                .getValue();
    }

    /** Sends a form with the cookies that a browser adds by itself. */
    private RestTestClient.ResponseSpec form(String session, String address, String fields) {
        return http.post()
                .uri(address)
                .header(HttpHeaders.COOKIE, "SESSION=" + session + "; XSRF-TOKEN=1")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .body(fields)
                .exchange();
    }

    private static String body(RestTestClient.RequestHeadersSpec<?> request) {
        return requireNonNull(request.exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody());
    }

    private static long number(String claim) {
        return Long.parseLong(claim.substring(claim.lastIndexOf('/') + 1));
    }

    private static String run(String claim) {
        return "claim-" + number(claim);
    }
}
