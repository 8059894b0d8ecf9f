package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Runner;
import io.stepgraph.store.memory.MemoryStore;
import io.stepgraph.testkit.store.TwiceApprovedAgent.Approved;
import io.stepgraph.testkit.store.TwiceApprovedAgent.Case;
import io.stepgraph.testkit.store.TwiceApprovedAgent.Edited;
import io.stepgraph.testkit.store.TwiceApprovedAgent.Refund;
import io.stepgraph.testkit.store.TwiceApprovedAgentGraph.Outcome;
import io.stepgraph.testkit.store.TwiceApprovedAgentGraph.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("A2")
@Tag("A7")
final class TwiceApprovedTest {
    /** In an order that a set which is read back does not have. */
    private static final Set<String> ORDERS = Set.of("one", "two", "three", "four", "five", "six", "seven", "eight");

    private final List<Refund> paid = new ArrayList<>();

    @Test
    void A2_an_answer_that_came_as_json_to_a_process_without_the_agent_is_read_as_it_is() {
        try (Runner runner = Runner.builder(new MemoryStore()).build()) {
            Runs runs = TwiceApprovedAgentGraph.of(new TwiceApprovedAgent(ORDERS, paid))
                    .on(runner);
            Outcome.Approve approve = (Outcome.Approve) runs.run("one", new Case());
            runner.answer(approve.ticket().id(), "{\"@type\":\"Approved\"}");
            Outcome.Confirm confirm = (Outcome.Confirm) runs.resume("one");
            runner.answer(confirm.ticket().id(), "{\"action\":{\"orders\":[\"two\",\"one\"]}}");

            assertThat(runs.resume("one")).isInstanceOf(Outcome.Completed.class);
        }

        assertThat(paid).containsExactly(new Refund(ORDERS));
    }

    @Test
    void A7_what_another_build_has_asked_about_another_action_is_not_answered() {
        MemoryStore store = new MemoryStore();
        try (Runner runner = Runner.builder(store).build()) {
            TwiceApprovedAgent_OlderGraph.Runs older = TwiceApprovedAgent_OlderGraph.of(
                            new TwiceApprovedAgent.Older(ORDERS))
                    .on(runner);
            older.answerApprove(
                    (TwiceApprovedAgent_OlderGraph.Outcome.Approve) older.run("one", new Case()), new Approved());
        }
        try (Runner runner = Runner.builder(store).build()) {
            Runs runs = TwiceApprovedAgentGraph.of(new TwiceApprovedAgent(ORDERS, paid))
                    .on(runner);
            Outcome.Confirm confirm = (Outcome.Confirm) runs.resume("one");

            assertThatThrownBy(() -> runs.answerConfirm(confirm, new Edited(new Refund(ORDERS))))
                    .hasMessageContaining("asks for another action than 'approve' approved");
        }
        assertThat(paid).isEmpty();
    }
}
