package io.stepgraph.tests.agents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import io.stepgraph.tests.agents.PayingAgentGraph.Outcome.Completed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The tests that users get for their agents, on agents that are right and on agents that are wrong. */
final class AgentTestsTest {
    private static final PayingAgent.Remote UNUSED = new PayingAgent.Remote(Clock.systemUTC());

    @TempDir
    private Path folder;

    private static Scenario<PayingAgentGraph.Runs> scenario(boolean isCareful) {
        return Scenario.withClock(
                        "it pays",
                        PayingAgent.Remote::new,
                        remote -> PayingAgentGraph.of(new PayingAgent(remote, isCareful)))
                .compare("payments", PayingAgent.Remote::payments)
                .compare("mails", PayingAgent.Remote::mails)
                .start((runs, id) -> runs.run(id, new PayingAgent.Order()));
    }

    private static Scenario<PayingAgentGraph.Runs> answered(boolean isCareful) {
        return scenario(isCareful).answer(PayingAgentStep.APPROVE, new PayingAgent.Approval(true));
    }

    private static Map<String, String> results(AgentTests<?> tests) {
        return PlayedTests.results(tests.tests());
    }

    @Test
    void an_agent_whose_effects_happen_once_survives_everything() {
        Map<String, String> results =
                results(AgentTests.of(answered(true).expect("payments", 1).expect("mails", 1))
                        .minCoverage(0.8));

        assertThat(results.values()).containsOnly("");
        assertThat(results)
                .containsKeys(
                        "it pays: undisturbed",
                        "it pays: killed before start 1",
                        "it pays: killed after beginEffect 1 (pay, visit 3)",
                        "it pays: killed before endEffect 1 (pay, visit 3)",
                        "it pays: killed after commit 3 (approve, visit 2)",
                        "it pays: nobody answers approve at visit 2",
                        "it pays: in mode PLAN",
                        "the scenarios take enough of the edges");
    }

    @Test
    void a_payment_outside_of_an_effect_is_found_though_its_receipt_is_constant() {
        Map<String, String> results = results(AgentTests.of(answered(false)));

        Map<String, String> failed = new TreeMap<>(results);
        failed.values().removeIf(String::isEmpty);
        assertThat(failed).containsOnlyKeys("it pays: killed before commit 4 (pay, visit 3)");
        assertThat(failed.values()).singleElement().asString().isEqualTo("""
                The play that was killed before commit 4 (pay, visit 3) differs from the undisturbed one:
                'payments'
                  undisturbed: 1
                  this play:   2
                After a crash, the agent is created again, and the step in progress runs again. Keep values in the state, not in the \
                agent. Make a call that must not happen twice in an effect: context.once(...). If the effect may call again with \
                its key (retryWithSameKey), the fake has to perform calls with one key once, as the remote system does. \
                See "Charge a card once" in the guide, runtime/EFFECTS.md.""");
    }

    private static Map<String, String> trip(boolean isCareful) {
        return results(AgentTests.of(Scenario.of(
                                "a trip",
                                TripAgent.Bank::new,
                                bank -> TripAgentGraph.of(new TripAgent(
                                        new TripAgent.Payer(bank, isCareful),
                                        new TripAgent.Desk(new TripAgent.Clerk()))))
                        .compare("payments", TripAgent.Bank::payments)
                        .compare("calls", TripAgent.Bank::calls)
                        .start((runs, id) -> runs.run(id, new TripAgent.Trip()))
                        .answer(TripAgent_ClerkStep.QUESTION, new TripAgent.Clerk.Reply("yes"))
                        .expect("calls", 3)
                        .end((runs, id) -> assertThat(runs.outcome(id))
                                .containsInstanceOf(TripAgentGraph.Outcome.Completed.class)))
                .minCoverage(1.0));
    }

    @Test
    @Tag("C1")
    @Tag("C12")
    void C1_a_crash_before_or_after_each_write_of_a_family_changes_nothing() {
        Map<String, String> results = trip(true);

        assertThat(results.values()).containsOnly("");
        assertThat(results)
                .containsKeys(
                        "a trip: killed before commit 1 (gather, visit 1)",
                        "a trip: killed after claim 2 (gather, visit 1)",
                        "a trip: in mode PLAN");
    }

    @Test
    @Tag("C1")
    void a_payment_of_a_called_agent_outside_of_an_effect_is_found() {
        Map<String, String> failed = new TreeMap<>(trip(false));
        failed.values().removeIf(String::isEmpty);
        assertThat(failed).hasSize(3);
        assertThat(failed.values()).allSatisfy(text -> assertThat(text).contains("'calls'"));
    }

    private static Map<String, String> calling(boolean isCareful) {
        return results(AgentTests.of(Scenario.of(
                        "it calls tools",
                        ToolsAgent.Tools::new,
                        tools -> ToolsAgentGraph.of(new ToolsAgent(tools, isCareful)))
                .compare("calls", ToolsAgent.Tools::calls)
                .start((runs, id) -> runs.run(id, new ToolsAgent.Answer()))
                .expect("calls", Map.of("pay", 1, "mail", 1, "book", 1, "send", 1))));
    }

    @Test
    @Tag("R13")
    void R13_an_agent_that_calls_tools_together_survives_a_crash_before_and_after_each_of_their_effects() {
        Map<String, String> results = calling(true);

        assertThat(results.values()).containsOnly("");
        assertThat(results)
                .containsKeys(
                        "it calls tools: killed before beginEffect 1 (tools, visit 1)",
                        "it calls tools: killed after beginEffect 4 (tools, visit 1)",
                        "it calls tools: killed before endEffect 1 (tools, visit 1)",
                        "it calls tools: killed after endEffect 2 (tools, visit 1)",
                        "it calls tools: in mode PLAN");
    }

    @Test
    @Tag("R13")
    void R13_a_tool_that_is_called_outside_of_an_effect_is_found() {
        assertThat(calling(false))
                .extractingByKey("it calls tools: killed before commit 1 (tools, visit 1)")
                .asString()
                .contains("'calls'");
    }

    @Test
    @Tag("A2")
    @Tag("A5")
    void A5_a_crash_before_or_after_each_write_around_an_approved_payment_leaves_one_payment_of_what_was_shown() {
        Map<String, String> results = results(AgentTests.of(
                Scenario.of("it pays", ExactAgent.Bank::new, bank -> ExactAgentGraph.of(new ExactAgent(bank)))
                        .compare("payments", ExactAgent.Bank::payments)
                        .start((runs, id) -> runs.run(id, new ExactAgent.Claim()))
                        .answer(ExactAgentStep.APPROVE, new ExactAgent.Approval())
                        .expect("payments", Map.of("paid 89", 1L))));

        assertThat(results.values()).containsOnly("");
        assertThat(results)
                .containsKeys(
                        "it pays: killed before commit 2 (raise, visit 2)",
                        "it pays: killed before beginEffect 1 (pay, visit 3)",
                        "it pays: killed after beginEffect 1 (pay, visit 3)",
                        "it pays: killed before commit 3 (pay, visit 3)",
                        "it pays: killed after commit 3 (pay, visit 3)");
    }

    private Map<String, String> booking(boolean isCareful) {
        return results(AgentTests.of(Scenario.of(
                        "it books",
                        () -> new SeatsAgent.Seats(folder),
                        seats -> SeatsAgentGraph.of(new SeatsAgent(seats, isCareful)))
                .compare("seats", SeatsAgent.Seats::count)
                .store(SeatsAgent.Seats::open)
                .start((runs, id) -> runs.run(id, new SeatsAgent.Order()))
                .expect("seats", 1)));
    }

    @Test
    @Tag("E8")
    void E8_rows_that_are_stored_with_a_step_are_there_once_wherever_the_process_dies() {
        Map<String, String> results = booking(true);

        assertThat(results.values()).containsOnly("");
        assertThat(results)
                .containsKeys(
                        "it books: killed before commit 1 (book, visit 1)",
                        "it books: killed after commit 1 (book, visit 1)");
    }

    @Test
    @Tag("E8")
    void E8_rows_that_a_step_stores_by_itself_are_found() {
        assertThat(booking(false))
                .extractingByKey("it books: killed before commit 1 (book, visit 1)")
                .asString()
                .contains("'seats'");
    }

    @Test
    void fakes_that_plays_share_are_refused() {
        PayingAgent.Remote shared = new PayingAgent.Remote(Clock.systemUTC());
        Map<String, String> results = results(AgentTests.of(
                Scenario.of("it pays", () -> shared, remote -> PayingAgentGraph.of(new PayingAgent(remote, true)))
                        .compare("payments", PayingAgent.Remote::payments)
                        .start((runs, id) -> runs.run(id, new PayingAgent.Order()))
                        .answer(PayingAgentStep.APPROVE, new PayingAgent.Approval(true))));

        assertThat(results).containsOnlyKeys("it pays: undisturbed", "the scenarios take enough of the edges");
        assertThat(results.get("it pays: undisturbed"))
                .startsWith("Two plays of scenario 'it pays' got the same fakes")
                .contains("Make new fakes for each play");
    }

    @Test
    void numbered_receipts_of_a_fake_in_a_field_fail_one_test_that_says_what_differs() {
        PayingAgent.Remote field = new PayingAgent.Remote(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        Map<String, String> results =
                results(AgentTests.of(Scenario.of("it pays", () -> PayingAgentGraph.of(new PayingAgent(field, true)))
                        .start((runs, id) -> runs.run(id, new PayingAgent.Order()))
                        .answer(PayingAgentStep.APPROVE, new PayingAgent.Approval(true))));

        assertThat(results).containsOnlyKeys("it pays: undisturbed", "the scenarios take enough of the edges");
        assertThat(results.get("it pays: undisturbed"))
                .startsWith("Two undisturbed plays differ:")
                .contains("receipt 1 of", "receipt 2 of", "Let the fakes of each play give it");
    }

    @Test
    void the_undisturbed_play_has_to_end_as_expected() {
        assertThat(results(AgentTests.of(answered(true).expect("payments", 2))).get("it pays: undisturbed"))
                .isEqualTo("'payments' is 1 at the end, but scenario 'it pays' expects 2.");
        assertThat(results(AgentTests.of(answered(true).expect("payments", 1L))).get("it pays: undisturbed"))
                .contains("They read alike, but equals() says that they differ, as it does for an int and a long.");
        assertThat(results(AgentTests.of(answered(true).end((runs, id) -> fail("It has another end."))))
                        .get("it pays: undisturbed"))
                .isEqualTo("It has another end.");
    }

    @Test
    void a_question_that_expires_is_a_scenario_of_its_own() {
        Map<String, String> results = results(AgentTests.of(
                        answered(true),
                        scenario(true)
                                .expire(PayingAgentStep.APPROVE)
                                .expect("payments", 0)
                                .end((runs, id) -> assertThat(result(runs, id).lines)
                                        .containsExactly("planned", "given up at 2026-01-01T01:00:00Z")))
                .minCoverage(1.0));

        assertThat(results.values()).containsOnly("");
    }

    @Test
    void a_question_that_waits_without_limit_cannot_expire() {
        Scenario<PatientAgentGraph.Runs> silence = Scenario.of(
                        "nobody answers", () -> PatientAgentGraph.of(new PatientAgent()))
                .start((runs, id) -> runs.run(id, new PatientAgent.Letter()))
                .expire(PatientAgentStep.ASK);

        assertThat(results(AgentTests.of(silence)).get("nobody answers: undisturbed"))
                .isEqualTo(
                        "Scenario 'nobody answers' lets 'ask' expire, which waits without limit. Give the interrupt a"
                                + " time with expires, or replace expire(PatientAgentStep.ASK) by"
                                + " answer(PatientAgentStep.ASK, ...).");
    }

    @Test
    void nothing_waits_for_a_delayed_start_or_an_expiry() {
        Scenario<PayingAgentGraph.Runs> tomorrow = scenario(true)
                .start((runs, id) -> runs.with(StartOptions.NONE.startAfter(Duration.ofDays(1)))
                        .enqueue(id, new PayingAgent.Order()));
        Map<String, String> results = results(AgentTests.of(
                tomorrow.answer(PayingAgentStep.APPROVE, new PayingAgent.Approval(true))
                        .end((runs, id) ->
                                assertThat(result(runs, id).lines).contains("receipt 1 of 2026-01-02T00:00:00Z")),
                tomorrow.expire(PayingAgentStep.APPROVE)
                        .end((runs, id) ->
                                assertThat(result(runs, id).lines).contains("given up at 2026-01-02T01:00:00Z"))));

        assertThat(results.values()).containsOnly("");
    }

    private static Scenario<CookingAgentGraph.Runs> cooking(String name) {
        return Scenario.withClock(name, clock -> clock, clock -> CookingAgentGraph.of(new CookingAgent(clock)))
                .compare("time", clock -> clock.instant().toString())
                .start((runs, id) -> runs.run(id, new CookingAgent.Order()));
    }

    @Test
    @Tag("Q1")
    @Tag("Q2")
    void Q1_Q2_nothing_waits_for_the_end_of_a_wait_or_for_a_computed_time_and_no_crash_shifts_them() {
        Map<String, String> results = results(AgentTests.of(
                        cooking("good").answer(CookingAgentStep.TASTE, new CookingAgent.Praise("good")),
                        cooking("bad")
                                .answer(CookingAgentStep.TASTE, new CookingAgent.Praise(""))
                                .fails(),
                        cooking("late")
                                .expire(CookingAgentStep.TASTE)
                                .end((runs, id) -> assertThat(runs.outcome(id))
                                        .get()
                                        .extracting("result.end")
                                        .isEqualTo("warmed at 2026-01-31T02:00:00Z")))
                .minCoverage(1.0));

        assertThat(results.values()).containsOnly("");
        assertThat(results)
                .containsKeys(
                        "good: killed before acquire 1 (untilItIsTime, visit 1)",
                        "good: killed after acquire 1 (untilItIsTime, visit 1)",
                        "good: nobody answers taste at visit 2");
    }

    /** A server that sends a mail once for each key. */
    private static final class Mails implements DigestAgent.Mail {
        private final Map<String, String> sent = new LinkedHashMap<>();

        @Override
        public String send(String key, String text) {
            sent.put(key, text);
            return text;
        }

        List<String> texts() {
            return List.copyOf(sent.values());
        }
    }

    @Test
    @Tag("Q6")
    @Tag("Q11")
    void Q6_each_message_is_taken_once_and_in_order_though_the_process_dies_before_or_after_each_write() {
        Map<String, String> results = results(AgentTests.of(
                        Scenario.of("digest", Mails::new, mails -> DigestAgentGraph.of(new DigestAgent(mails)))
                                .compare("mails", Mails::texts)
                                .start((runs, id) -> runs.run(id, new DigestAgent.Changes()))
                                .tell(DigestAgentStep.COLLECT, new DigestAgent.Changed("one"))
                                .tell(DigestAgentStep.COLLECT, new DigestAgent.Changed("two"))
                                .expire(DigestAgentStep.COLLECT)
                                .tell(DigestAgentStep.COLLECT, new DigestAgent.Changed("one"))
                                .expect("mails", List.of("one\ntwo", "one")))
                .minCoverage(1.0));

        assertThat(results.values()).containsOnly("");
        assertThat(results)
                .containsKeys(
                        "digest: killed before tell 1 (collect, visit 1)",
                        "digest: killed after tell 3 (collect, visit 7)",
                        "digest: nobody answers collect at visit 3");
    }

    /** Counts in a field what it has replied. */
    private static final class Forgetful extends AccountAgent {
        private long cents;

        @Override
        void deposit(Account account, Deposit deposit, StepContext<?> context) {
            cents += deposit.cents();
            context.reply(deposit, new Balance(true, cents));
        }
    }

    private static Map<String, String> account(Supplier<AccountAgent> agent) {
        return results(AgentTests.of(Scenario.of("account", () -> AccountAgentGraph.of(agent.get()))
                .start((runs, id) -> runs.run(id, new AccountAgent.Account()))
                .tell(AccountAgentStep.SERVE, new AccountAgent.Deposit(5))
                .tell(AccountAgentStep.SERVE, new AccountAgent.Deposit(5))
                .end((runs, id) -> assertThat(runs.askServe(id, "message-2", new AccountAgent.Deposit(5)))
                        .isEqualTo(new AccountAgent.Balance(true, 10)))));
    }

    @Test
    @Tag("Q9")
    void Q9_replies_survive_a_crash_before_or_after_each_write_and_those_from_outside_of_the_state_are_found() {
        assertThat(account(AccountAgent::new).values()).containsOnly("");
        assertThat(account(Forgetful::new))
                .extractingByKey("account: killed after commit 2 (deposit, visit 2)")
                .asString()
                .contains("\"reply\"");
    }

    @Test
    @Tag("W5")
    void W5_who_has_started_the_run_answers_where_nobody_else_may() {
        Map<String, String> results =
                results(AgentTests.of(Scenario.of("leave", () -> LeaveAgentGraph.of(new LeaveAgent()))
                                .start((runs, id) -> runs.as(Actor.named("ann")).run(id, new LeaveAgent.Request()))
                                .answer(LeaveAgentStep.CONFIRM, new LeaveAgent.Confirmed()))
                        .minCoverage(1.0));

        assertThat(results.values()).containsOnly("");
    }

    private static AgentTests<AskingAgentGraph.Runs> asking(boolean isBroken) {
        return AgentTests.of(Scenario.of(
                        "it asks",
                        () -> new AskingAgent.Bank(isBroken),
                        bank -> AskingAgentGraph.of(new AskingAgent(bank)))
                .compare("payments", AskingAgent.Bank::payments)
                .start((runs, id) -> runs.run(id, new AskingAgent.Trip()))
                .expect("payments", 1));
    }

    /** A call takes 300 days. */
    @Test
    @Timeout(60)
    @Tag("E4")
    void nothing_waits_for_the_end_of_a_call_that_a_crash_has_cut_off() {
        Map<String, String> results = results(asking(false));

        assertThat(results.values()).containsOnly("");
        assertThat(results)
                .containsKeys(
                        "it asks: killed after beginEffect 1 (pay, visit 1)",
                        "it asks: killed before commit 1 (pay, visit 1)");
    }

    @Test
    @Tag("E4")
    void an_effect_in_doubt_fails_the_test_with_its_cure_and_takes_no_failure_path() {
        assertThat(results(asking(true)).get("it asks: undisturbed"))
                .startsWith("Effect 'pay' of step 'pay' is in doubt, though no process has died")
                .contains("EffectNotPerformedException", "notPerformedOn", "runtime/UNDO.md");
    }

    @Test
    @ResourceLock(Resources.SYSTEM_ERR)
    void a_death_that_the_test_means_is_not_logged_and_a_failure_is() {
        assertThat(logged(asking(false))).isEmpty();
        assertThat(logged(
                        AgentTests.of(scenario(true).answer(PayingAgentStep.APPROVE, new PayingAgent.Approval(false)))))
                .first()
                .asString()
                .contains("WARN io.stepgraph.failures");
    }

    /** What this thread logs. */
    private static List<String> logged(AgentTests<?> tests) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            results(tests);
        } finally {
            System.setErr(before);
        }
        String thread = "[" + Thread.currentThread().getName() + "]";
        return log.toString(UTF_8)
                .lines()
                .filter(line -> line.startsWith(thread))
                .toList();
    }

    private static PayingAgent.Order result(PayingAgentGraph.Runs runs, String id) {
        return ((Completed) runs.outcome(id).orElseThrow()).result();
    }

    @Test
    void a_scenario_that_compares_nothing_of_its_fakes_is_refused() {
        assertThatThrownBy(() -> Scenario.withClock(
                                "it pays",
                                PayingAgent.Remote::new,
                                remote -> PayingAgentGraph.of(new PayingAgent(remote, true)))
                        .start((runs, id) -> runs.run(id, new PayingAgent.Order())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("would not find a second payment. Call compare(");
        assertThatThrownBy(() -> scenario(true).expect("letters", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Scenario 'it pays' does not compare 'letters', only [payments, mails].");
    }

    @Test
    void a_value_that_cannot_be_compared_is_refused() {
        assertThat(comparing(remote -> null))
                .isEqualTo("compare(\"all\", ...) gets null from the fakes, so that nothing is compared."
                        + " Return a number, a text, a record, or a collection or map of them.");
        assertThat(comparing(remote -> new int[] {remote.payments()}))
                .isEqualTo("compare(\"all\", ...) gets an array from the fakes, which equals() does not compare by its"
                        + " elements. Return a number, a text, a record, or a collection or map of them.");
        assertThat(comparing(remote -> List.of(remote.payments()))).isEmpty();
    }

    private static String comparing(Function<PayingAgent.Remote, ?> value) {
        return results(AgentTests.of(Scenario.withClock(
                                "it pays",
                                PayingAgent.Remote::new,
                                remote -> PayingAgentGraph.of(new PayingAgent(remote, true)))
                        .compare("all", value)
                        .start((runs, id) -> runs.run(id, new PayingAgent.Order()))
                        .answer(PayingAgentStep.APPROVE, new PayingAgent.Approval(true))))
                .get("it pays: undisturbed");
    }

    @Test
    void fakes_that_are_made_with_the_agent_do_not_find_a_second_payment() {
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        Map<String, String> results = results(AgentTests.of(Scenario.of(
                        "it pays", () -> PayingAgentGraph.of(new PayingAgent(new PayingAgent.Remote(clock), false)))
                .start((runs, id) -> runs.run(id, new PayingAgent.Order()))
                .answer(PayingAgentStep.APPROVE, new PayingAgent.Approval(true))));

        assertThat(results).containsKey("it pays: killed before commit 4 (pay, visit 3)");
        assertThat(results.values()).containsOnly("");
    }

    @Test
    void a_question_without_an_answer_is_named() {
        Map<String, String> results = results(AgentTests.of(scenario(true)));

        assertThat(results.get("it pays: undisturbed"))
                .isEqualTo("Scenario 'it pays' has 0 answers to 'approve', which is asked 1 times."
                        + " Add answer(PayingAgentStep.APPROVE, ...) or expire(PayingAgentStep.APPROVE).");
    }

    @Test
    void a_scenario_without_a_start_says_how_to_write_one() {
        Map<String, String> results = results(
                AgentTests.of(Scenario.of("it pays", () -> PayingAgentGraph.of(new PayingAgent(UNUSED, true)))));

        assertThat(results.get("it pays: undisturbed")).contains("has no start. Call start(");
    }

    @Test
    void a_start_that_stores_no_run_is_named() {
        Map<String, String> results =
                results(AgentTests.of(Scenario.of("it pays", () -> PayingAgentGraph.of(new PayingAgent(UNUSED, true)))
                        .start((runs, id) -> runs.run("other", new PayingAgent.Order()))));

        assertThat(results.get("it pays: undisturbed")).contains("has stored no run with the id that it was given");
    }

    @Test
    void a_run_that_fails_fails_its_test_unless_it_has_to() {
        Scenario<PayingAgentGraph.Runs> refused =
                scenario(true).answer(PayingAgentStep.APPROVE, new PayingAgent.Approval(false));

        assertThat(results(AgentTests.of(refused)).get("it pays: undisturbed"))
                .contains("The run has failed: ", "It was not granted.", "call fails()");
        assertThat(results(AgentTests.of(refused.fails())).values()).containsOnly("");
        assertThat(results(AgentTests.of(answered(true).fails())).get("it pays: undisturbed"))
                .contains("has not failed");
    }

    @Test
    void edges_that_no_scenario_takes_are_named_and_written_to_a_file() throws IOException {
        Path file = folder.resolve("new/coverage.json");

        Map<String, String> results =
                results(AgentTests.of(scenario(true)).minCoverage(0.5).coverageTo(file));

        assertThat(results.get("the scenarios take enough of the edges")).contains("less than 50 %");
        assertThat(Files.readString(file)).contains("\"edges\"");
    }

    @Test
    void a_coverage_that_is_no_part_is_refused() {
        assertThatThrownBy(() -> AgentTests.of(answered(true)).minCoverage(2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(AgentTests::of).isInstanceOf(IllegalArgumentException.class);
    }
}
