package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineFixture.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.client.Engine;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs that one build of the agent has begun, and that another one finds. */
interface EngineBuildContract extends EngineFixture {

    @Test
    @Tag("S2")
    default void S2_a_run_that_was_cut_off_in_a_call_is_not_led_past_the_gate_of_a_newer_build() throws Exception {
        Set<String> keys = Collections.synchronizedSet(new HashSet<>());
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        EngineProcess dying = process(EngineSettings.DEFAULT);
        begin(() -> EngineFixture.on(dying, charging(keys, () -> {
                    inside.countDown();
                    EngineFixture.uninterrupted(over);
                }))
                .run("one", Notes.of(Turn.END)));
        inside.await();
        dying.die();
        pass(patience());

        EngineProcess newer = process(EngineSettings.DEFAULT);
        GatedContractAgentGraph.Runs gated =
                GatedContractAgentGraph.of(new GatedContractAgent()).on(newer.engine());
        assertThatThrownBy(() -> gated.resume("one"))
                .is(Errors.with(ErrorCode.GATE_BYPASSED))
                .hasMessageContainingAll("'one'", "'act'", "Approved to interrupt 'decide'", "No answer is on record");
        newer.close();
        over.countDown();

        assertThat(completed(runs(charging(keys, () -> {})).resume("one"))).containsExactly("charged");
        assertThat(keys).hasSize(1);
    }

    @Test
    @Tag("L4")
    default void L4_two_agents_of_one_class_with_names_of_their_own_share_no_runs() {
        Engine engine = process(EngineSettings.DEFAULT).engine();
        Runs support = named("support").on(engine);
        Runs sales = named("sales").on(engine);

        assertThat(completed(support.run("one", Notes.of(Turn.END)))).containsExactly("support");
        assertThat(completed(sales.run("two", Notes.of(Turn.END)))).containsExactly("sales");
        assertThatThrownBy(() -> sales.resume("one"))
                .is(Errors.with(ErrorCode.WRONG_GRAPH))
                .hasMessageContaining("belongs to graph 'support', not to 'sales'");
    }

    private static AgentGraph<ContractAgent, Notes, String, ?, Runs, ?> named(String name) {
        return ContractAgentGraph.of(ContractAgent.of().acting((notes, context) -> notes.lines.add(name)))
                .named(name);
    }

    private static ContractAgent charging(Set<String> keys, Runnable bank) {
        return ContractAgent.of()
                .acting((notes, context) -> notes.lines.add(context.once("charge", 5, String.class)
                        .retryWithSameKey()
                        .call((key, cents) -> {
                            keys.add(key);
                            bank.run();
                            return "charged";
                        })));
    }
}
