package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.store.MemoryStore;
import io.stepgraph.engine.store.Store;
import io.stepgraph.samples.refund.Decision.Approved;
import io.stepgraph.samples.refund.Decision.Rejected;
import io.stepgraph.samples.refund.RefundAgent.Case;
import io.stepgraph.samples.refund.RefundAgentGraph.Outcome;
import io.stepgraph.samples.refund.RefundAgentGraph.Runs;
import io.stepgraph.samples.refund.payment.Money;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The agent with fakes of the remote systems: undisturbed, killed at each place, without answers, and in each mode. */
final class RefundAgentTest {
    private static final Approved BY_REVIEWER = new Approved("rosa");
    private static final Approved BY_POLICY = new Approved(Limit.DEFAULT.policyName());

    /** They outlive the processes of the plays. */
    private final FakeWorld world = new FakeWorld();

    @TestFactory
    Stream<DynamicNode> the_agent_survives_everything() {
        Stream<DynamicNode> plays = AgentTests.of(
                        scenario("a large refund is approved by a person", "N-1 is broken")
                                .answer(RefundAgentStep.APPROVE, BY_REVIEWER)
                                .answer(RefundAgentStep.APPROVE, BY_REVIEWER),
                        scenario("a small refund is approved by the policy", "N-2 is broken")
                                .answer(RefundAgentStep.APPROVE, BY_POLICY)
                                .answer(RefundAgentStep.APPROVE, BY_POLICY),
                        scenario("a refund is rejected", "N-1 is broken")
                                .answer(RefundAgentStep.APPROVE, new Rejected("rosa", "It was used."))
                                .answer(RefundAgentStep.APPROVE, new Rejected("rosa", "It was used.")),
                        scenario("the payment server denies", "N-402 is broken")
                                .answer(RefundAgentStep.APPROVE, BY_POLICY)
                                .answer(RefundAgentStep.APPROVE, BY_POLICY),
                        scenario("an invalid payment is a mistake of the program", "N-400 is broken")
                                .answer(RefundAgentStep.APPROVE, BY_POLICY)
                                .answer(RefundAgentStep.APPROVE, BY_POLICY)
                                .fails(),
                        scenario("the lead was told twice", "N-1 is broken", 2)
                                .answer(RefundAgentStep.APPROVE, BY_REVIEWER),
                        scenario("no order is named", "I want my money"),
                        scenario("the order is unknown", "N-999 is broken"),
                        scenario("nothing is to be paid back", "I do not like N-4"))
                .minCoverage(1.0)
                .coverageTo(Path.of("target/stepgraph/coverage.json"))
                .tests();
        return Stream.concat(
                plays,
                Stream.of(DynamicTest.dynamicTest(
                        "each order was paid with one key",
                        () -> assertThat(world.paid)
                                .containsOnlyKeys("N-1", "N-2")
                                .allSatisfy((order, times) -> assertThat(times).hasValue(1)))));
    }

    private static final Money ALL = new Money(89_00, "EUR");
    private static final Money WITHOUT_SHIPPING = new Money(84_00, "EUR");

    @Test
    void a_second_ticket_of_an_order_gets_the_first_payment() {
        assertThat(paid("one", "N-6 is broken")).isEqualTo(ALL);
        assertThat(paid("two", "I do not like N-6")).isEqualTo(ALL);
        assertThat(world.paid.get("N-6")).hasValue(1);
    }

    @Test
    void after_a_denial_a_second_ticket_pays_what_was_approved_for_it() {
        world.denied.add("N-7");

        assertThat(ending("one", "N-7 is broken")).isInstanceOf(Ending.Denied.class);
        assertThat(paid("two", "I do not like N-7")).isEqualTo(WITHOUT_SHIPPING);
    }

    private final Store store = new MemoryStore();

    private Money paid(String id, String text) {
        return ((Ending.Refunded) ending(id, text)).payment().amount();
    }

    private Ending ending(String id, String text) {
        try (Runner runner =
                Runner.builder(store).maxMode(PermissionMode.ACCEPT_EDITS).build()) {
            Runs runs = RefundAgentGraph.of(world.agent()).on(runner);
            Outcome asked = runs.run(id, new Case(new SupportTicket("north", "ann", "ann@mail.example", text)));
            Outcome end = runs.answerApprove(((Outcome.Approve) asked).ticket(), BY_REVIEWER);
            return ((Outcome.Completed) end).result();
        }
    }

    private Scenario<Runs> scenario(String name, String text) {
        return scenario(name, text, 0);
    }

    private Scenario<Runs> scenario(String name, String text, int expired) {
        return Scenario.of(name, () -> RefundAgentGraph.of(world.agent())).start((runs, id) -> {
            Case refund = new Case(new SupportTicket("north", "ann", "ann@mail.example", text));
            refund.expired = expired;
            runs.run(id, refund);
        });
    }
}
