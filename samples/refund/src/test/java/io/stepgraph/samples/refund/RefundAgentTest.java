package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Actor;
import io.stepgraph.samples.refund.Decision.Approved;
import io.stepgraph.samples.refund.Decision.Rejected;
import io.stepgraph.samples.refund.RefundAgent.Case;
import io.stepgraph.samples.refund.RefundAgentGraph.Outcome;
import io.stepgraph.samples.refund.RefundAgentGraph.Runs;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The agent with fakes of the remote systems: undisturbed, killed at each place, without answers, and in each mode. */
final class RefundAgentTest {
    private static final Actor ANN = Actor.named("ann");
    private static final Approved YES = new Approved();

    @TestFactory
    Stream<DynamicNode> the_agent_survives_everything() {
        return AgentTests.of(
                        scenario("a refund is approved by a person", "N-1 is broken")
                                .answer(RefundAgentStep.APPROVE, YES)
                                .expect("payments", Map.of("N-1", 1L)),
                        scenario("a small refund is approved by the policy", "N-2 is broken")
                                .answer(RefundAgentStep.APPROVE, YES)
                                .expect("payments", Map.of("N-2", 1L)),
                        scenario("a refund is rejected", "N-1 is broken")
                                .answer(RefundAgentStep.APPROVE, new Rejected("It was used."))
                                .expect("payments", Map.of()),
                        scenario("a large refund is approved by two people", "N-8 is broken")
                                .answer(RefundAgentStep.APPROVE, YES)
                                .answer(RefundAgentStep.CONFIRM, YES)
                                .expect("payments", Map.of("N-8", 1L)),
                        scenario("the lead rejects a large refund", "N-8 is broken")
                                .answer(RefundAgentStep.APPROVE, YES)
                                .answer(RefundAgentStep.CONFIRM, new Rejected("It was used."))
                                .expect("payments", Map.of()),
                        scenario("the lead does not answer, and both are asked again", "N-8 is broken")
                                .answer(RefundAgentStep.APPROVE, YES)
                                .expire(RefundAgentStep.CONFIRM)
                                .answer(RefundAgentStep.APPROVE, YES)
                                .answer(RefundAgentStep.CONFIRM, YES)
                                .expect("payments", Map.of("N-8", 1L)),
                        scenario("the payment server denies a large refund", "N-8402 is broken")
                                .answer(RefundAgentStep.APPROVE, YES)
                                .answer(RefundAgentStep.CONFIRM, YES)
                                .expect("payments", Map.of()),
                        scenario("the payment server denies", "N-402 is broken")
                                .answer(RefundAgentStep.APPROVE, YES)
                                .expect("payments", Map.of()),
                        scenario("an invalid payment is a mistake of the program", "N-400 is broken")
                                .answer(RefundAgentStep.APPROVE, YES)
                                .fails(),
                        scenario("a refund is approved after a reminder", "N-1 is broken")
                                .expire(RefundAgentStep.APPROVE)
                                .answer(RefundAgentStep.APPROVE, YES)
                                .expect("payments", Map.of("N-1", 1L)),
                        scenario("nobody answers two reminders", "N-1 is broken")
                                .expire(RefundAgentStep.APPROVE)
                                .expire(RefundAgentStep.APPROVE)
                                .expire(RefundAgentStep.APPROVE)
                                .expect("payments", Map.of())
                                .end((runs, id) -> assertThat(runs.as(ANN).outcome(id))
                                        .hasValueSatisfying(end -> assertThat(((Outcome.Completed) end).result())
                                                .isEqualTo(new Ending.Unanswered(2)))),
                        scenario("no order is named", "I want my money"),
                        scenario("the order is unknown", "N-999 is broken"),
                        scenario("nothing is to be paid back", "I do not like N-4"))
                .minCoverage(1.0)
                .coverageTo(Path.of("target/stepgraph/coverage.json"))
                .tests();
    }

    private static Scenario<Runs.Unnamed> scenario(String name, String text) {
        return Scenario.of(name, FakeWorld::new, world -> RefundAgentGraph.of(world.agent()))
                .compare("payments", FakeWorld::paid)
                .compare("mails", FakeWorld::mails)
                .start((runs, id) ->
                        runs.as(ANN).run(id, new Case(new SupportTicket("north", "ann", "ann@mail.example", text))));
    }
}
