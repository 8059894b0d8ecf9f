package io.stepgraph.samples.refund;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.samples.refund.Decision.Approved;
import io.stepgraph.samples.refund.Decision.Rejected;
import io.stepgraph.samples.refund.RefundAgent.Case;
import io.stepgraph.samples.refund.RefundAgentGraph.Outcome;
import io.stepgraph.samples.refund.RefundAgentGraph.Runs;
import io.stepgraph.samples.refund.payment.Money;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The agent with fakes of the remote systems: undisturbed, killed at each place, without answers, and in each mode. */
final class RefundAgentTest {
    private static final Approved BY_REVIEWER = new Approved("rosa");
    private static final Approved BY_POLICY = new Approved(Limit.DEFAULT.policyName());

    @TestFactory
    Stream<DynamicNode> the_agent_survives_everything() {
        return AgentTests.of(
                        scenario("a large refund is approved by a person", "N-1 is broken")
                                .answer(RefundAgentStep.APPROVE, BY_REVIEWER)
                                .expect("payments", Map.of("N-1", 1L)),
                        scenario("a small refund is approved by the policy", "N-2 is broken")
                                .answer(RefundAgentStep.APPROVE, BY_POLICY)
                                .expect("payments", Map.of("N-2", 1L)),
                        scenario("a refund is rejected", "N-1 is broken")
                                .answer(RefundAgentStep.APPROVE, new Rejected("rosa", "It was used."))
                                .expect("payments", Map.of()),
                        scenario("the payment server denies", "N-402 is broken")
                                .answer(RefundAgentStep.APPROVE, BY_POLICY)
                                .expect("payments", Map.of()),
                        scenario("an invalid payment is a mistake of the program", "N-400 is broken")
                                .answer(RefundAgentStep.APPROVE, BY_POLICY)
                                .fails(),
                        scenario("a refund is approved after a reminder", "N-1 is broken")
                                .expire(RefundAgentStep.APPROVE)
                                .answer(RefundAgentStep.APPROVE, BY_REVIEWER)
                                .expect("payments", Map.of("N-1", 1L)),
                        scenario("nobody answers two reminders", "N-1 is broken")
                                .expire(RefundAgentStep.APPROVE)
                                .expire(RefundAgentStep.APPROVE)
                                .expire(RefundAgentStep.APPROVE)
                                .expect("payments", Map.of())
                                .end((runs, id) -> assertThat(runs.outcome(id))
                                        .hasValueSatisfying(end -> assertThat(((Outcome.Completed) end).result())
                                                .isEqualTo(new Ending.Unanswered(2)))),
                        scenario("no order is named", "I want my money"),
                        scenario("the order is unknown", "N-999 is broken"),
                        scenario("nothing is to be paid back", "I do not like N-4"))
                .minCoverage(1.0)
                .coverageTo(Path.of("target/stepgraph/coverage.json"))
                .tests();
    }

    private static Scenario<Runs> scenario(String name, String text) {
        return Scenario.of(name, FakeWorld::new, world -> RefundAgentGraph.of(world.agent()))
                .compare("payments", FakeWorld::paid)
                .compare("mails", FakeWorld::mails)
                .start((runs, id) ->
                        runs.run(id, new Case(new SupportTicket("north", "ann", "ann@mail.example", text))));
    }

    private static final Money ALL = new Money(89_00, "EUR");
    private static final Money WITHOUT_SHIPPING = new Money(84_00, "EUR");

    @Test
    void a_second_ticket_of_an_order_gets_the_first_payment() {
        assertThat(paid("one", "N-6 is broken")).isEqualTo(ALL);
        assertThat(paid("two", "I do not like N-6")).isEqualTo(ALL);
        assertThat(world.paid()).isEqualTo(Map.of("N-6", 1L));
    }

    @Test
    void after_a_denial_a_second_ticket_pays_what_was_approved_for_it() {
        world.denied.add("N-7");

        assertThat(ending("one", "N-7 is broken")).isInstanceOf(Ending.Denied.class);
        assertThat(paid("two", "I do not like N-7")).isEqualTo(WITHOUT_SHIPPING);
    }

    private final FakeWorld world = new FakeWorld();
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
}
