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
}
