package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineFixture.completed;
import static io.stepgraph.testkit.store.EngineFixture.decide;
import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Rejected;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgentGraph.Outcome;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Labels that change after the start. */
@Tag("L7")
@Tag("L8")
@Tag("W1")
interface EngineLabelContract extends EngineFixture {

    /** The tests that an engine fails if its labels do not change after the start. */
    List<String> TESTS = List.of(
            "L8_labels_are_added_replaced_and_removed",
            "L8_the_log_names_the_labels_that_were_changed_and_who_has_changed_them",
            "L8_a_change_that_changes_nothing_stores_nothing",
            "L8_the_labels_of_an_unknown_and_of_an_ended_run_do_not_change",
            "L8_labels_keep_the_limits_of_a_start",
            "L7_labels_that_change_while_a_step_works_are_not_lost");

    private static Map<String, String> labels(Runs runs) {
        return runs.look("one").orElseThrow().labels();
    }

    /** Starts a run with two labels, which waits for an answer. */
    private static Outcome.Decide begin(Runs runs) {
        StartOptions labels = StartOptions.NONE.label("course", "writing").label("priority", "low");
        return decide(runs.with(labels).run("one", Notes.of(Turn.DECIDE)));
    }

    /** The priority is high, and the course is removed. */
    private static Map<String, @Nullable String> urgent() {
        Map<String, @Nullable String> changes = new HashMap<>();
        changes.put("priority", "high");
        changes.put("course", null);
        changes.put("owner", "ann");
        return changes;
    }

    private static List<RunEvent> changes(Runs runs, Outcome.Decide asked) {
        completed(runs.answerDecide(asked, new Rejected("no")));
        List<RunEvent> changes = new ArrayList<>();
        try (RunStream events = runs.events("one")) {
            events.forEach(event -> {
                if (event.event() instanceof RunEvent.LabelsChanged changed) {
                    changes.add(changed);
                }
            });
        }
        return changes;
    }

    @Test
    default void L8_labels_are_added_replaced_and_removed() {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide asked = begin(runs);

        runs.label("one", urgent());

        assertThat(labels(runs)).isEqualTo(Map.of("priority", "high", "owner", "ann"));
        assertThat(runs.outcome("one")).as("the run waits on").contains(asked);
    }

    @Test
    default void L8_the_log_names_the_labels_that_were_changed_and_who_has_changed_them() {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide asked = begin(runs);

        runs.as(Actor.named("ann")).label("one", urgent());
        runs.label("one", Map.of("priority", "low"));

        assertThat(changes(runs, asked))
                .containsExactly(
                        new RunEvent.LabelsChanged(
                                "one", Map.of("course", "", "owner", "ann", "priority", "high"), "ann"),
                        new RunEvent.LabelsChanged("one", Map.of("priority", "low"), ""));
    }

    @Test
    default void L8_a_change_that_changes_nothing_stores_nothing() {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide asked = begin(runs);
        Map<String, @Nullable String> same = new TreeMap<>(Map.of("course", "writing"));
        same.put("unknown", null);

        runs.label("one", same);
        runs.label("one", Map.of());

        assertThat(changes(runs, asked)).isEmpty();
    }

    @Test
    default void L8_the_labels_of_an_unknown_and_of_an_ended_run_do_not_change() {
        Runs runs = runs(ContractAgent.of());
        assertThrown(RunNotFoundException.class, () -> runs.label("one", urgent()), "one");
        completed(runs.run("one", Notes.of(Turn.END)));

        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> runs.label("one", urgent()), "'one'", "COMPLETED");
    }

    @Test
    default void L8_labels_keep_the_limits_of_a_start() {
        Runs runs = runs(ContractAgent.of());
        begin(runs);
        Map<String, String> many = new TreeMap<>();
        for (int i = 0; i < 31; i++) {
            many.put("label " + i, "one");
        }

        assertThrown(IllegalArgumentException.class, () -> runs.label("one", many), "32 labels");
        assertThrown(IllegalArgumentException.class, () -> runs.label("one", Map.of("", "one")));
        assertThrown(IllegalArgumentException.class, () -> runs.label("one", Map.of("one", "x".repeat(201))));
        assertThat(labels(runs)).isEqualTo(Map.of("course", "writing", "priority", "low"));
        many.remove("label 0");
        runs.label("one", many);
        assertThat(labels(runs)).hasSize(32);
    }

    @Test
    default void L7_labels_that_change_while_a_step_works_are_not_lost() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            inside.countDown();
            open.await();
        }));
        Future<Outcome> call = call(() -> runs.run("one", Notes.of(Turn.DECIDE)));
        inside.await();

        runs(ContractAgent.of()).label("one", Map.of("priority", "high"));
        assertThat(labels(runs)).isEqualTo(Map.of("priority", "high"));
        open.countDown();

        Outcome.Decide asked = decide(call.get());
        assertThat(labels(runs)).isEqualTo(Map.of("priority", "high"));
        assertThat(changes(runs, asked)).hasSize(1);
    }
}
