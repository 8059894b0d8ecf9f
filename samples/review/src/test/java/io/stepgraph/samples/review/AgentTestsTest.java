package io.stepgraph.samples.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests that users get for their agents, on agents that are right and on agents that are wrong. */
final class AgentTestsTest {
    @TempDir
    private Path folder;

    /** A remote system, which outlives the processes. */
    private final PayingAgent.Remote remote = new PayingAgent.Remote();

    private Scenario<PayingAgentGraph.Runs> scenario(boolean isCareful) {
        return Scenario.of("it pays", () -> PayingAgentGraph.of(new PayingAgent(remote, isCareful)))
                .start((runs, id) -> runs.run(id, new PayingAgent.Order()));
    }

    private Scenario<PayingAgentGraph.Runs> answered(boolean isCareful) {
        return scenario(isCareful).answer(PayingAgentStep.APPROVE, new PayingAgent.Approval(true));
    }

    private static Map<String, String> results(AgentTests<?> tests) {
        return PlayedTests.results(tests.tests());
    }

    @Test
    void an_agent_whose_effects_happen_once_survives_everything() {
        Map<String, String> results = results(AgentTests.of(answered(true)).minCoverage(1.0));

        assertThat(results.values()).containsOnly("");
        assertThat(results)
                .containsKeys(
                        "it pays: undisturbed",
                        "it pays: killed before start 1",
                        "it pays: killed after beginEffect 1",
                        "it pays: killed before endEffect 1",
                        "it pays: killed after commit 2",
                        "it pays: nobody answers approve at visit 2",
                        "it pays: in mode PLAN",
                        "the scenarios take enough of the edges");
        // Only a person could repeat the charge; the mail may be repeated with its key.
        int plays = results.size() - 2;
        assertThat(remote.calls().values().stream().mapToInt(Integer::intValue).sum())
                .isGreaterThan(plays);
    }

    @Test
    void an_agent_that_pays_again_after_a_crash_is_found() {
        Map<String, String> results = results(AgentTests.of(answered(false)));

        assertThat(results.get("it pays: killed before start 1")).contains("paid 2 times");
    }

    @Test
    void a_question_without_an_answer_is_named() {
        Map<String, String> results = results(AgentTests.of(scenario(true)));

        assertThat(results.get("it pays: undisturbed"))
                .isEqualTo("Scenario 'it pays' has 0 answers to 'approve', which is asked 1 times."
                        + " Add answer(PayingAgentStep.APPROVE, ...).");
    }

    @Test
    void a_scenario_without_a_start_says_how_to_write_one() {
        Map<String, String> results = results(
                AgentTests.of(Scenario.of("it pays", () -> PayingAgentGraph.of(new PayingAgent(remote, true)))));

        assertThat(results.get("it pays: undisturbed")).contains("has no start. Call start(");
    }

    @Test
    void a_start_that_stores_no_run_is_named() {
        Map<String, String> results =
                results(AgentTests.of(Scenario.of("it pays", () -> PayingAgentGraph.of(new PayingAgent(remote, true)))
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
