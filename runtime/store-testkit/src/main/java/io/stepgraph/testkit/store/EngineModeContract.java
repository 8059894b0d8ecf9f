package io.stepgraph.testkit.store;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.testkit.store.EngineFixture.completed;
import static io.stepgraph.testkit.store.EngineFixture.decide;
import static io.stepgraph.testkit.store.EngineFixture.parked;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Actor;
import io.stepgraph.testkit.store.ContractAgent.Approved;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgentGraph.Outcome;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The promises about the modes of runs. */
@Tag("M1")
@Tag("M2")
interface EngineModeContract extends EngineFixture {

    @Test
    default void M2_a_run_parks_before_a_step_that_needs_a_higher_mode_and_continues_once_it_is_raised() {
        Runs runs = runs(EngineSettings.DEFAULT.modes(ACCEPT_EDITS, PLAN), ContractAgent.of());
        Outcome.Decide asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));

        Outcome.Parked parked = parked(runs.answerDecide(asked, new Approved("ann")));
        assertThat(parked.step()).isEqualTo(ContractAgentStep.PAY);
        assertThat(parked.required()).isEqualTo(ACCEPT_EDITS);
        assertThat(parked.mode()).isEqualTo(PLAN);
        assertThat(parked(runs.resume("one"))).isEqualTo(parked);

        runs.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        assertThat(completed(runs.resume("one"))).containsExactly("asked", "paid for ann");
    }

    @Test
    default void M1_a_mode_that_another_process_lowered_holds_a_run_back() {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));

        runs(ContractAgent.of()).as(Actor.named("ann")).mode("one", PLAN);

        assertThat(parked(runs.answerDecide(asked, new Approved("ann"))).mode()).isEqualTo(PLAN);
    }

    @Test
    default void M1_the_highest_mode_of_a_process_holds_back_a_run_that_may_do_more() {
        EngineProcess careful = process(EngineSettings.DEFAULT.modes(PLAN, PLAN));
        Runs runs = EngineFixture.on(careful, ContractAgent.of());
        Outcome.Decide asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));
        runs.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        Outcome.Parked parked = parked(runs.answerDecide(asked, new Approved("ann")));
        assertThat(parked.mode()).isEqualTo(ACCEPT_EDITS);
        assertThat(parked.maxMode()).isEqualTo(PLAN);
        careful.close();

        assertThat(completed(runs(ContractAgent.of()).resume("one"))).containsExactly("asked", "paid for ann");
    }

    @Test
    default void M2_a_step_requires_a_mode_that_follows_from_data_and_is_attempted_again_once_it_is_raised() {
        List<Integer> attempts = new CopyOnWriteArrayList<>();
        Runs runs = runs(
                EngineSettings.DEFAULT.modes(ACCEPT_EDITS, PLAN),
                ContractAgent.of().acting((notes, context) -> {
                    attempts.add(context.attempt());
                    notes.lines.add("looked");
                    context.require(PLAN);
                    context.require(ACCEPT_EDITS);
                    notes.lines.add("acted");
                }));

        Outcome.Parked parked = parked(runs.run("one", Notes.of(Turn.END)));
        assertThat(parked)
                .isEqualTo(new Outcome.Parked(
                        ContractAgentStep.ACT,
                        "Step 'act' requires ACCEPT_EDITS mode; current mode is PLAN.",
                        ACCEPT_EDITS,
                        PLAN,
                        ACCEPT_EDITS));
        assertThat(parked(runs.resume("one"))).isEqualTo(parked);
        assertThat(attempts).containsExactly(1);

        runs.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        assertThat(completed(runs.resume("one"))).containsExactly("looked", "acted");
        assertThat(attempts).containsExactly(1, 2);
    }

    @Test
    @Tag("E1")
    @Tag("R13")
    default void M2_a_task_requires_a_mode_for_its_step_and_effects_that_are_done_are_not_performed_again() {
        List<String> calls = new CopyOnWriteArrayList<>();
        Runs runs = runs(
                EngineSettings.DEFAULT.modes(ACCEPT_EDITS, PLAN),
                ContractAgent.of().acting((notes, context) -> {
                    String read = context.once("read", "order-1", String.class).call((key, order) -> {
                        calls.add(key);
                        return "read " + order;
                    });
                    CountDownLatch waits = new CountDownLatch(1);
                    boolean isPermitted = context.mode() == ACCEPT_EDITS;
                    notes.lines.addAll(context.together(List.of("wait", "write"), task -> {
                        if (task.equals("wait")) {
                            waits.countDown();
                            new CountDownLatch(isPermitted ? 0 : 1).await();
                        } else {
                            waits.await();
                            context.require(ACCEPT_EDITS);
                        }
                        return task + " after " + read;
                    }));
                }));

        assertThat(parked(runs.run("one", Notes.of(Turn.END))).required()).isEqualTo(ACCEPT_EDITS);
        runs.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        assertThat(completed(runs.resume("one")))
                .containsExactly("wait after read order-1", "write after read order-1");
        assertThat(calls).hasSize(1);
    }

    @Test
    @Tag("E4")
    default void M2_an_effect_in_doubt_counts_more_than_a_mode_that_the_step_requires_then() {
        Runs runs = runs(
                EngineSettings.DEFAULT.modes(ACCEPT_EDITS, PLAN),
                ContractAgent.of().acting((notes, context) -> {
                    try {
                        context.once("pay", "order-1", String.class).call((key, order) -> {
                            throw new IOException("no reply");
                        });
                    } finally {
                        context.require(ACCEPT_EDITS);
                    }
                }));

        Outcome.Parked parked = parked(runs.run("one", Notes.of(Turn.END)));

        assertThat(parked.required()).isNull();
        assertThat(parked.reason()).contains("'pay'", "no reply");
    }

    @Test
    default void M2_the_highest_mode_of_a_process_holds_back_a_step_that_requires_more() {
        ContractAgent agent = ContractAgent.of().acting((notes, context) -> context.require(ACCEPT_EDITS));
        EngineProcess careful = process(EngineSettings.DEFAULT.modes(PLAN, PLAN));
        Runs runs = EngineFixture.on(careful, agent);
        parked(runs.run("one", Notes.of(Turn.END)));
        runs.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);

        Outcome.Parked parked = parked(runs.resume("one"));
        assertThat(parked.reason())
                .isEqualTo("Step 'act' requires ACCEPT_EDITS mode; current mode is ACCEPT_EDITS, but the runner's"
                        + " maxMode is PLAN.");
        careful.close();

        assertThat(completed(runs(agent).resume("one"))).isEmpty();
    }

    @Test
    @Tag("L7")
    default void L7_a_mode_that_is_raised_while_the_step_requires_it_is_not_lost() {
        // One process, since a worker of another one may take the visit.
        List<Runs> runs = new CopyOnWriteArrayList<>();
        runs.add(runs(
                EngineSettings.DEFAULT.modes(ACCEPT_EDITS, PLAN),
                ContractAgent.of().acting((notes, context) -> {
                    notes.lines.add("in " + context.mode());
                    try {
                        context.require(ACCEPT_EDITS);
                    } finally {
                        runs.get(0).as(Actor.named("ann")).mode("one", ACCEPT_EDITS);
                    }
                })));

        assertThat(completed(runs.get(0).run("one", Notes.of(Turn.END)))).containsExactly("in ACCEPT_EDITS");
    }
}
