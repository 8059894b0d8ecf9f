package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.WrongGraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StateChange;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Conversations whose state passes from run to run (L2). */
@Tag("R7")
@Tag("I8")
@Tag("L2")
@Tag("L4")
interface ThreadContract extends StoreFixture {
    ThreadKey THREAD = new ThreadKey("default", "ch'at ä");
    RunKey FIRST = new RunKey("default", "turn-1");
    RunKey SECOND = new RunKey("default", "turn-2");
    Json LEFT = Json.of("{\"draft\":\"left\"}");

    private StoredRun inThread(RunKey key) {
        return present(start(newRun(key, THREAD.id(), null), ANN));
    }

    private StoredRun ended(StoredRun run, StopReason stopReason, @Nullable Json state) {
        StateChange change = state == null ? StateChange.UNCHANGED : new StateChange.Replaced(state);
        return committed(
                run, commit(run.revision(), run.commandVersion(), "print-1", at("review", 2), change, stopReason));
    }

    static Stream<StopReason> everyEnd() {
        return Stream.of(
                new StopReason.Completed(Json.of("1")),
                new StopReason.Failed(Json.of("{}")),
                new StopReason.Cancelled("dave"));
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.ThreadContract#everyEnd")
    default void L2_the_next_run_of_a_thread_gets_the_state_that_the_last_one_left_however_it_ended(
            StopReason stopReason) {
        StoredRun first = inThread(FIRST);
        assertThat(first.thread()).isEqualTo(THREAD.id());
        assertThat(first.state()).isEqualTo(STATE);
        assertThat(store().thread(THREAD)).isNull();
        ended(first, stopReason, LEFT);

        StoredRun second = inThread(SECOND);

        assertThat(second.state()).isEqualTo(LEFT);
        assertThat(second.checkpoint().input()).isEqualTo(Json.of("\"go\""));
        assertThat(store().thread(THREAD)).isEqualTo(new StoredThread("example.Review", LEFT, first.runNumber()));
        assertThat(found(second)).isEqualTo(second);
    }

    @Test
    default void L2_a_run_that_ends_without_a_new_state_leaves_the_one_it_had() {
        ended(inThread(FIRST), new StopReason.Completed(Json.of("1")), null);

        assertThat(Objects.requireNonNull(store().thread(THREAD)).state()).isEqualTo(STATE);
    }

    @Test
    default void L2_runs_ended_from_outside_leave_their_state_too() {
        StoredRun first = inThread(FIRST);
        committed(first, rests(first, question()));
        command(FIRST, new RunCommand.Cancel("dave"));
        assertThat(Objects.requireNonNull(store().thread(THREAD)).lastRun()).isEqualTo(first.runNumber());

        StoredRun second = inThread(SECOND);
        StoredRun waiting = committed(second, rests(second, question()));
        assertThat(store().end(waiting, new StopReason.Failed(Json.of("{}")), List.of(EVENT)))
                .isTrue();
        assertThat(Objects.requireNonNull(store().thread(THREAD)).lastRun()).isEqualTo(second.runNumber());

        StoredRun third = inThread(new RunKey("default", "turn-3"));
        command(third.key(), new RunCommand.Cancel("dave"));
        store().release(third.lease(LEASE));
        assertThat(Objects.requireNonNull(store().thread(THREAD)).lastRun()).isEqualTo(third.runNumber());
    }

    @Test
    default void I8_a_thread_with_an_unfinished_run_is_busy_and_says_with_what() {
        StoredRun first = inThread(FIRST);
        assertThatThrownBy(() -> inThread(SECOND))
                .isInstanceOf(ThreadBusyException.class)
                .hasMessageContaining("turn-1")
                .hasMessageContaining(THREAD.id());

        StoredRun waiting = committed(first, rests(first, question()));
        assertThatThrownBy(() -> inThread(SECOND)).isInstanceOf(ThreadBusyException.class);
        assertThat(find(SECOND)).isNull();
        assertThat(found(waiting)).isEqualTo(waiting);
    }

    @Test
    default void L4_the_same_start_again_is_no_new_run_of_the_thread() {
        inThread(FIRST);

        assertThat(start(newRun(FIRST, THREAD.id(), null), BOB)).isNull();
    }

    @Test
    default void L4_threads_of_other_scopes_and_names_are_others() {
        inThread(FIRST);
        RunKey elsewhere = new RunKey("other", "turn-2");

        assertThat(inThread(elsewhere).state()).isEqualTo(STATE);
        assertThat(start(newRun(SECOND, "another", null), ANN)).isNotNull();
        assertThat(started().thread()).isNull();
        assertThat(store().thread(new ThreadKey("other", THREAD.id()))).isNull();
    }

    @Test
    default void L2_a_thread_belongs_to_one_graph() {
        ended(inThread(FIRST), new StopReason.Completed(Json.of("1")), LEFT);
        NewRun own = newRun(SECOND, THREAD.id(), null);
        NewRun other = new NewRun(
                own.key(),
                "example.Other",
                own.fingerprint(),
                own.mode(),
                own.start(),
                own.retention(),
                own.thread(),
                own.checkpoint(),
                own.state(),
                null,
                own.events());

        assertThatThrownBy(() -> start(other, ANN))
                .isInstanceOf(WrongGraphException.class)
                .hasMessageContaining("example.Review");
        assertThat(find(SECOND)).isNull();
    }

    @Test
    default void R7_a_failed_run_is_opened_again_while_its_thread_has_not_gone_on() {
        StoredRun failed = ended(inThread(FIRST), new StopReason.Failed(Json.of("{}")), LEFT);

        StoredRun open = acquired(failed, BOB);
        assertThatThrownBy(() -> inThread(SECOND)).isInstanceOf(ThreadBusyException.class);
        ended(open, new StopReason.Completed(Json.of("1")), STATE);

        assertThat(Objects.requireNonNull(store().thread(THREAD)).state()).isEqualTo(STATE);
    }

    @Test
    default void R7_a_failed_run_that_is_queued_again_keeps_its_thread() {
        StoredRun failed = ended(inThread(FIRST), new StopReason.Failed(Json.of("{}")), LEFT);

        assertThat(reopen(failed)).isTrue();
        assertThatThrownBy(() -> inThread(SECOND)).isInstanceOf(ThreadBusyException.class);
        ended(acquired(found(failed), BOB), new StopReason.Completed(Json.of("1")), STATE);

        assertThat(Objects.requireNonNull(store().thread(THREAD)).state()).isEqualTo(STATE);
    }

    @Test
    default void R7_a_failed_run_whose_thread_has_gone_on_stays_closed() {
        StoredRun failed = ended(inThread(FIRST), new StopReason.Failed(Json.of("{}")), LEFT);
        StoredRun second = inThread(SECOND);
        assertThatThrownBy(() -> acquire(failed, BOB))
                .isInstanceOf(ThreadBusyException.class)
                .hasMessageContainingAll("turn-1", "turn-2");
        assertThatThrownBy(() -> reopen(failed))
                .isInstanceOf(ThreadBusyException.class)
                .hasMessageContainingAll("turn-1", "turn-2");

        ended(second, new StopReason.Completed(Json.of("1")), LEFT);
        assertThatThrownBy(() -> acquire(failed, BOB)).isInstanceOf(ThreadBusyException.class);
        assertThatThrownBy(() -> reopen(failed)).isInstanceOf(ThreadBusyException.class);
        assertThat(found(failed)).isEqualTo(failed);
    }

    @Test
    default void R7_a_failed_run_that_has_changed_since_it_was_seen_is_not_opened_whatever_its_thread_has_done() {
        StoredRun seen = ended(inThread(FIRST), new StopReason.Failed(Json.of("{}")), LEFT);
        ended(acquired(seen, BOB), new StopReason.Failed(Json.of("{}")), LEFT);
        inThread(SECOND);
        assertThat(acquire(seen, BOB)).isNull();

        store().delete(FIRST);
        assertThat(acquire(seen, BOB)).isNull();
    }

    @Test
    default void R7_a_failed_run_whose_thread_has_gone_on_with_a_run_that_is_gone_stays_closed() {
        StoredRun failed = ended(inThread(FIRST), new StopReason.Failed(Json.of("{}")), LEFT);
        ended(inThread(SECOND), new StopReason.Completed(Json.of("1")), LEFT);
        store().delete(SECOND);

        assertThatThrownBy(() -> acquire(failed, BOB))
                .isInstanceOf(ThreadBusyException.class)
                .hasMessageMatching(".*has gone on with (run 'turn-2'|a run that was deleted since)\\..*");
    }

    @Test
    default void L2_a_thread_outlives_its_runs() {
        ended(inThread(FIRST), new StopReason.Completed(Json.of("1")), LEFT);
        assertThat(store().delete(FIRST)).isTrue();

        assertThat(inThread(FIRST).state()).isEqualTo(LEFT);
    }
}
