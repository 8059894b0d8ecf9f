package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.refuses;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredCheckpoint;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The checkpoints that a run keeps, and runs that begin at them. */
@Tag("S3")
interface HistoryContract extends StoreFixture {
    RunKey FORK = key("essay-1-again");
    Json SECOND = Json.of("{\"draft\":\"second ä€😀\"}");

    private static NewRun kept(RunKey key, @Nullable String thread) {
        return newRun(key, thread, null, Retention.KEEP_HISTORY);
    }

    private StoredRun begun() {
        return present(start(kept(KEY, null), ANN));
    }

    private List<StoredCheckpoint> history(StoredRun run) {
        return store().lists().checkpoints(run.key(), run.runNumber(), 0, 100);
    }

    private static NewRun fork(StoredCheckpoint from) {
        return forkAs(FORK, from);
    }

    private static NewRun forkAs(RunKey key, StoredCheckpoint from) {
        return newRun(key, GRAPH, Retention.KEEP_HISTORY, null, from.fork(), from.state(), null, null, Map.of());
    }

    @Test
    default void S3_the_entry_of_each_visit_is_kept_and_not_that_of_a_retry_or_takeover() {
        StoredRun run = begun();
        pass(Duration.ofMillis(20));
        run = committed(run, goesOn(run, new StepEntry("draft", null, 1, 2, 0, 1, null)));
        StepEntry next = new StepEntry("review", Json.of("7"), 2, 1, 0, 1, Json.of("{\"review\":1}"));
        run = acquired(committed(run, goesOn(run, next, SECOND)), BOB);
        StoredRun going = answered(committed(run, rests(run, question())), "\"yes\"");

        List<StoredCheckpoint> history = history(going);

        assertThat(history).extracting(StoredCheckpoint::visit).containsExactly(1L, 2L, 3L, 4L);
        assertThat(history).extracting(StoredCheckpoint::step).containsExactly("draft", "review", "approve", "revise");
        assertThat(history).extracting(StoredCheckpoint::state).containsExactly(STATE, SECOND, SECOND, SECOND);
        assertThat(history)
                .extracting(StoredCheckpoint::input)
                .containsExactly(Json.of("\"go\""), Json.of("7"), null, Json.of("\"yes\""));
        assertThat(history)
                .extracting(StoredCheckpoint::ruleState)
                .containsExactly(Json.of("{\"draft\":1}"), Json.of("{\"review\":1}"), null, Json.of("{\"gate\":1}"));
        assertThat(history.get(0).at()).isEqualTo(run.startedAt());
        assertThat(history.get(1).at()).isAfter(run.startedAt());
        assertThat(history(started(key("other"))))
                .as("of a run that keeps none")
                .isEmpty();
    }

    @Test
    default void S3_it_is_read_page_by_page() {
        StoredRun run = begun();
        for (int visit = 2; visit <= 5; visit++) {
            run = committed(run, goesOn(run, at("review", visit)));
        }

        assertThat(store().lists().checkpoints(KEY, run.runNumber(), 1, 2))
                .extracting(StoredCheckpoint::visit)
                .containsExactly(2L, 3L);
        assertThat(store().lists().checkpoints(KEY, run.runNumber(), 5, 2)).isEmpty();
        assertThat(store().lists().checkpoints(KEY, run.runNumber(), 0, 0)).isEmpty();
        assertThat(store().lists().checkpoints(KEY, run.runNumber() + 1, 0, 2)).isEmpty();
        assertThat(store().lists().checkpoints(new RunKey("other", "essay-1"), run.runNumber(), 0, 2))
                .isEmpty();
        long number = run.runNumber();
        assertThrown(IllegalArgumentException.class, () -> store().lists().checkpoints(KEY, number, 0, -1));
    }

    @Test
    default void S3_a_run_of_a_thread_keeps_the_state_that_it_begins_with() {
        StoredRun first = present(start(kept(key("turn-1"), "chat"), ANN));
        committed(
                first,
                commit(first.revision(), first.commandVersion(), "print-1", first.checkpoint(), SECOND, COMPLETED));

        StoredRun second = present(start(kept(KEY, "chat"), ANN));

        assertThat(history(second)).extracting(StoredCheckpoint::state).containsExactly(SECOND);
    }

    @Test
    default void S3_history_stays_after_the_end_and_goes_with_the_run() {
        StoredRun run = begun();
        run = committed(run, goesOn(run, at("review", 2)));
        StoredRun ended =
                committed(run, commit(run.revision(), run.commandVersion(), "print-1", run.checkpoint(), COMPLETED));
        assertThat(ended.state()).isNull();
        assertThat(history(ended)).hasSize(2).allMatch(each -> each.state().equals(STATE));
        pass(Duration.ofMillis(20));

        assertThat(pruned(KEY.namespace(), Instant.MAX, 10)).isEqualTo(1);

        assertThat(history(ended)).isEmpty();
    }

    @Test
    default void S3_a_fork_begins_at_a_checkpoint_and_inherits_the_answers_before_it() {
        StoredRun run = begun();
        StoredRun waiting = committed(run, rests(run, question()));
        StoredRun going = answered(waiting, "\"yes\"");
        going = committed(going, goesOn(going, at("keep", 4), SECOND));
        StoredCheckpoint from = history(going).get(2);

        assertThat(store().queue().fork(fork(from), going.runNumber())).isTrue();
        assertThat(store().queue().fork(fork(from), going.runNumber())).isFalse();

        StoredRun fork = present(find(FORK));
        assertThat(fork.status()).isEqualTo(Status.QUEUED);
        assertThat(fork.checkpoint().step()).isEqualTo("revise");
        assertThat(fork.checkpoint().visit()).isEqualTo(3);
        assertThat(fork.checkpoint().input()).isEqualTo(Json.of("\"yes\""));
        assertThat(fork.checkpoint().ruleState()).isEqualTo(Json.of("{\"gate\":1}"));
        assertThat(fork.state()).isEqualTo(STATE);
        assertThat(history(fork)).extracting(StoredCheckpoint::visit).containsExactly(3L);
        StoredQuestion inherited = store().log().questions(FORK).get(0);
        assertThat(inherited.inheritedFrom()).isEqualTo(going.runNumber());
        assertThat(inherited)
                .usingRecursiveComparison()
                .ignoringFields("inheritedFrom")
                .isEqualTo(store().log().questions(KEY).get(0));
        assertThat(store().log().questions(KEY).get(0).inheritedFrom()).isNull();
        RunKey third = key("essay-1-third");
        store().queue().fork(forkAs(third, from), fork.runNumber());
        assertThat(store().log().questions(third).get(0).inheritedFrom()).isEqualTo(going.runNumber());
        assertThat(acquire(fork, BOB)).isNotNull();
    }

    @Test
    default void S3_a_visit_whose_step_refused_the_answer_is_kept_only_with_the_next_answer() {
        StoredRun run = begun();
        StoredRun waiting = committed(run, rests(run, question()));
        List<StoredCheckpoint> before = history(waiting);
        pass(Duration.ofMillis(20));
        StoredRun going = answered(waiting, "\"yes\"");

        StoredRun again = committed(going, refuses(going, waiting, null));

        assertThat(history(again)).isEqualTo(before);
        assertThat(history(answered(again, "\"no\"")))
                .extracting(StoredCheckpoint::input)
                .containsExactly(Json.of("\"go\""), null, Json.of("\"no\""));
    }

    @Test
    default void S3_a_question_that_a_fork_asks_again_is_its_own() {
        StoredRun run = begun();
        StoredRun waiting = committed(run, rests(run, question()));
        StoredRun going = answered(waiting, "\"yes\"");
        store().queue().fork(fork(history(going).get(2)), going.runNumber());
        StoredRun fork = acquired(present(find(FORK)), BOB);

        StoredRun again = committed(fork, refuses(fork, waiting, null));

        assertThat(history(again)).extracting(StoredCheckpoint::visit).containsExactly(2L);
        assertThat(store().log().questions(FORK).get(0).inheritedFrom()).isNull();
        assertThat(store().log().questions(FORK).get(0).answer()).isNull();
        assertThat(answered(again, "\"no\"").status()).isEqualTo(Status.RUNNING);
        assertThat(store().log().questions(KEY).get(0).answer()).isEqualTo(Json.of("\"yes\""));
    }

    @Test
    default void S3_a_fork_inherits_no_answer_that_came_later() {
        StoredRun run = begun();
        StoredRun going = answered(committed(run, rests(run, question())), "\"yes\"");

        store().queue().fork(fork(history(going).get(1)), going.runNumber());

        assertThat(store().log().questions(FORK)).isEmpty();
        assertThat(present(find(FORK)).checkpoint().step()).isEqualTo("approve");
    }
}
