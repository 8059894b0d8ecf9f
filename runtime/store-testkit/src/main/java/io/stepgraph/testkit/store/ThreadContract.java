package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations whose state passes from run to run (L2). */
@Tag("R7")
@Tag("L2")
@Tag("L4")
interface ThreadContract extends StoreFixture {
    ThreadKey THREAD = new ThreadKey("default", "ch'at ä");
    RunKey FIRST = key("turn-1");
    RunKey SECOND = key("turn-2");
    Json LEFT = Json.of("{\"draft\":\"left\"}");

    private StoredThread thread() {
        return Objects.requireNonNull(store().log().thread(THREAD));
    }

    private StoredRun inThread(RunKey key) {
        return present(start(newRun(key, THREAD.id(), null), ANN));
    }

    private StoredRun ended(StoredRun run, StopReason stopReason, @Nullable Json state) {
        return committed(
                run, commit(run.revision(), run.commandVersion(), "print-1", at("review", 2), state, stopReason));
    }

    static Stream<StopReason> everyEnd() {
        return Stream.of(COMPLETED, FAILED, new StopReason.Cancelled("dave"));
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.ThreadContract#everyEnd")
    default void L2_the_next_run_of_a_thread_gets_the_state_that_the_last_one_left_however_it_ended(
            StopReason stopReason) {
        StoredRun first = inThread(FIRST);
        assertThat(first.thread()).isEqualTo(THREAD.id());
        assertThat(first.state()).isEqualTo(STATE);
        assertThat(store().log().thread(THREAD)).isNull();
        ended(first, stopReason, LEFT);

        StoredRun second = inThread(SECOND);

        assertThat(second.state()).isEqualTo(LEFT);
        assertThat(second.checkpoint().input()).isEqualTo(Json.of("\"go\""));
        assertThat(store().log().thread(THREAD)).isEqualTo(new StoredThread("example.Review", LEFT, first.runNumber()));
        assertThat(found(second)).isEqualTo(second);
    }

    @Test
    default void L2_a_run_that_ends_without_a_new_state_leaves_the_one_it_had() {
        ended(inThread(FIRST), COMPLETED, null);

        assertThat(thread().state()).isEqualTo(STATE);
    }

    @Test
    default void L2_runs_ended_from_outside_leave_their_state_too() {
        StoredRun first = inThread(FIRST);
        committed(first, rests(first, question()));
        command(FIRST, CANCEL);
        assertThat(thread().lastRun()).isEqualTo(first.runNumber());

        StoredRun second = inThread(SECOND);
        StoredRun waiting = committed(second, rests(second, question()));
        assertThat(store().runs().end(waiting, FAILED, List.of(EVENT))).isTrue();
        assertThat(thread().lastRun()).isEqualTo(second.runNumber());

        StoredRun third = inThread(key("turn-3"));
        command(third.key(), CANCEL);
        store().runs().release(third.lease(LEASE));
        assertThat(thread().lastRun()).isEqualTo(third.runNumber());
    }

    @Test
    default void L4_threads_of_other_scopes_and_names_are_others() {
        inThread(FIRST);
        RunKey elsewhere = new RunKey("other", "turn-2");

        assertThat(inThread(elsewhere).state()).isEqualTo(STATE);
        assertThat(start(newRun(SECOND, "another", null), ANN)).isNotNull();
        assertThat(started().thread()).isNull();
        assertThat(store().log().thread(new ThreadKey("other", THREAD.id()))).isNull();
    }

    @Test
    default void L2_a_thread_belongs_to_one_graph() {
        ended(inThread(FIRST), COMPLETED, LEFT);
        NewRun other = newRun(
                SECOND, "example.Other", Retention.KEEP_OUTCOME, THREAD.id(), DRAFT, STATE, null, null, Map.of());

        assertThrown(ErrorCode.WRONG_GRAPH, () -> start(other, ANN), "example.Review");
        assertThat(find(SECOND)).isNull();
    }

    /** A run whose caller gave a state object, and no input. */
    private static NewRun given(RunKey key) {
        NewRun run = newRun(key, THREAD.id(), null);
        return new NewRun(
                run.key(),
                run.graph(),
                run.fingerprint(),
                run.mode(),
                run.start(),
                run.retention(),
                run.thread(),
                true,
                run.checkpoint(),
                run.state(),
                run.deadline(),
                run.events(),
                run.startedBy(),
                run.labels());
    }

    @Test
    default void L2_a_given_state_begins_a_thread_and_is_refused_once_the_thread_has_one() {
        StoredRun first = present(start(given(FIRST), ANN));
        assertThat(first.state()).isEqualTo(STATE);
        assertThatThrownBy(() -> start(given(SECOND), ANN)).isInstanceOf(ThreadBusyException.class);
        StoredRun last = ended(first, COMPLETED, LEFT);

        assertThrown(StartConflictException.class, () -> start(given(SECOND), ANN), "turn-2", THREAD.id(), "supplier");
        assertThrown(
                StartConflictException.class,
                () -> store().queue().enqueue(given(SECOND), new QueueRequest(null, null, null)));
        assertThrown(
                StartConflictException.class,
                () -> store().queue().enqueue(given(SECOND), new QueueRequest(1, null, null)));

        assertThat(find(SECOND)).isNull();
        assertThat(thread().state()).isEqualTo(LEFT);
        assertThat(start(given(FIRST), ANN)).as("it is there").isNull();
        assertThat(store().queue().enqueue(given(FIRST), new QueueRequest(null, null, null)))
                .isFalse();
        assertThat(found(last)).isEqualTo(last);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    default void R7_a_failed_run_is_opened_again_while_its_thread_has_not_gone_on(boolean isQueued) {
        StoredRun failed = ended(inThread(FIRST), FAILED, LEFT);

        StoredRun open = isQueued && reopen(failed) ? found(failed) : acquired(failed, BOB);
        assertThatThrownBy(() -> inThread(SECOND)).isInstanceOf(ThreadBusyException.class);
        ended(isQueued ? acquired(open, BOB) : open, COMPLETED, STATE);

        assertThat(thread().state()).isEqualTo(STATE);
    }

    @Test
    default void R7_a_failed_run_whose_thread_has_gone_on_stays_closed() {
        StoredRun failed = ended(inThread(FIRST), FAILED, LEFT);
        StoredRun second = inThread(SECOND);
        assertThrown(ThreadBusyException.class, () -> acquire(failed, BOB), "turn-1", "turn-2");
        assertThrown(ThreadBusyException.class, () -> reopen(failed), "turn-1", "turn-2");

        ended(second, COMPLETED, LEFT);
        assertThatThrownBy(() -> acquire(failed, BOB)).isInstanceOf(ThreadBusyException.class);
        assertThatThrownBy(() -> reopen(failed)).isInstanceOf(ThreadBusyException.class);
        assertThat(found(failed)).isEqualTo(failed);
    }

    @Test
    default void R7_a_failed_run_that_has_changed_since_it_was_seen_is_not_opened_whatever_its_thread_has_done() {
        StoredRun seen = ended(inThread(FIRST), FAILED, LEFT);
        ended(acquired(seen, BOB), FAILED, LEFT);
        inThread(SECOND);
        assertThat(acquire(seen, BOB)).isNull();

        store().removals().delete(FIRST);
        assertThat(acquire(seen, BOB)).isNull();
    }

    @Test
    default void R7_a_failed_run_whose_thread_has_gone_on_with_a_run_that_is_gone_stays_closed() {
        StoredRun failed = ended(inThread(FIRST), FAILED, LEFT);
        ended(inThread(SECOND), COMPLETED, LEFT);
        store().removals().delete(SECOND);

        assertThatThrownBy(() -> acquire(failed, BOB))
                .isInstanceOf(ThreadBusyException.class)
                .hasMessageMatching(".*has gone on with (run 'turn-2'|a run that was deleted since)\\..*");
    }

    @Test
    default void L2_a_thread_outlives_its_runs() {
        ended(inThread(FIRST), COMPLETED, LEFT);
        assertThat(store().removals().delete(FIRST)).isTrue();

        assertThat(inThread(FIRST).state()).isEqualTo(LEFT);
    }
}
