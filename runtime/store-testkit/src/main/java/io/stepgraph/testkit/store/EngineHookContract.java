package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineFixture.completed;
import static io.stepgraph.testkit.store.EngineFixture.failed;
import static io.stepgraph.testkit.store.EngineFixture.parked;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.testkit.store.ContractAgent.Approved;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The promises about what hooks may do. */
@Tag("H1")
@Tag("H2")
@Tag("H3")
interface EngineHookContract extends EngineFixture {

    /** A hook that decides about {@code act}. */
    private static StepHook deciding(HookDecision decision) {
        return EngineFixture.before("act", decision);
    }

    private static StepHook noting(List<String> to, String name) {
        return new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                to.add(name + " before " + call.step());
                return HookDecision.proceed();
            }

            @Override
            public HookTransition after(StepCall call, HookTransition transition) {
                to.add(name + " after " + call.step());
                return transition;
            }
        };
    }

    private static StepHook broken() {
        return new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                throw new IllegalStateException("the hook is broken");
            }
        };
    }

    @Test
    default void H1_a_hook_that_denies_a_step_parks_the_run() {
        Runs runs =
                runs(EngineSettings.DEFAULT.hooks(deciding(new HookDecision.Deny("not today"))), ContractAgent.of());

        assertThat(parked(runs.run("one", Notes.of(Turn.END))).reason()).isEqualTo("not today");
    }

    @Test
    default void H1_a_modified_state_is_seen_by_the_step() {
        Notes other = Notes.of(Turn.END, "modified");
        Runs runs = runs(
                EngineSettings.DEFAULT.hooks(deciding(new HookDecision.Modify(other, null))),
                ContractAgent.of().acting((notes, context) -> notes.lines.add("acted")));

        assertThat(completed(runs.run("one", Notes.of(Turn.END, "given")))).containsExactly("modified", "acted");
    }

    @Test
    default void H1_the_log_names_a_hook_that_modifies_once_for_each_visit() {
        StepHook modifying = deciding(new HookDecision.Modify(Notes.of(Turn.END, "modified"), null));
        Runs runs =
                runs(EngineSettings.DEFAULT.hooks(modifying), ContractAgent.of().acting((notes, context) -> {
                    if (context.attempt() < 3) {
                        throw new TransientException("busy");
                    }
                }));

        completed(runs.run("one", Notes.of(Turn.END)));

        try (RunStream events = runs.events("one")) {
            List<RunEvent> told = new ArrayList<>();
            events.forEach(event -> told.add(event.event()));
            assertThat(told)
                    .filteredOn(RunEvent.StepModified.class::isInstance)
                    .containsExactly(new RunEvent.StepModified(
                            "one", "act", 2, 1, modifying.getClass().getName()));
        }
    }

    @Test
    default void H1_a_replaced_step_is_not_executed() {
        HookTransition end = new HookTransition.End(Notes.of(Turn.END, "replaced"), null);
        Runs runs = runs(
                EngineSettings.DEFAULT.hooks(deciding(new HookDecision.Replace(end))),
                ContractAgent.of().acting((notes, context) -> {
                    throw new IllegalStateException("executed");
                }));

        assertThat(completed(runs.run("one", Notes.of(Turn.END)))).containsExactly("replaced");
    }

    @Test
    default void H2_hooks_are_called_in_order_and_back() {
        List<String> calls = new CopyOnWriteArrayList<>();
        Runs runs = runs(EngineSettings.DEFAULT.hooks(noting(calls, "a"), noting(calls, "b")), ContractAgent.of());

        runs.run("one", Notes.of(Turn.END));

        assertThat(calls)
                .containsExactly(
                        "a before prepare",
                        "b before prepare",
                        "b after prepare",
                        "a after prepare",
                        "a before act",
                        "b before act",
                        "b after act",
                        "a after act");
    }

    @Test
    default void H2_a_hook_leads_no_run_where_the_step_does_not_lead() {
        HookTransition pay = new HookTransition.Go("pay", new Approved("the hook"), null);
        Runs runs = runs(EngineSettings.DEFAULT.hooks(deciding(new HookDecision.Replace(pay))), ContractAgent.of());

        assertThat(failed(runs.run("one", Notes.of(Turn.END))).failure().code())
                .isEqualTo(ErrorCode.INVALID_TRANSITION);
    }

    @Test
    default void H3_an_error_of_a_hook_fails_the_step_unless_the_hook_is_fail_open() {
        Runs strict = runs(EngineSettings.DEFAULT.inNamespace("strict").hooks(broken()), ContractAgent.of());
        Runs open = runs(EngineSettings.DEFAULT.inNamespace("open").failOpenHooks(broken()), ContractAgent.of());

        assertThat(failed(strict.run("one", Notes.of(Turn.END))).failure().message())
                .contains("the hook is broken");
        assertThat(completed(open.run("one", Notes.of(Turn.END)))).isEmpty();
    }
}
