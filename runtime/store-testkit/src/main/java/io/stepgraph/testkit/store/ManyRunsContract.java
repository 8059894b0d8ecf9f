package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.answerTo;
import static io.stepgraph.testkit.store.StoreFixture.labelled;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.RunCursor;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.internal.FaultInjectingStore;
import io.stepgraph.testkit.internal.LateCalls;
import io.stepgraph.testkit.internal.StoreCalls;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Commands for all runs of a query: no other run is changed. */
@Tag("L4")
@Tag("L6")
@Tag("R7")
interface ManyRunsContract extends StoreFixture {

    private static RunKey key(String id) {
        return new RunKey("default", id);
    }

    private Runner runner() {
        return Runner.builder(store()).build();
    }

    private long cancelAll(RunQuery query) {
        try (Runner runner = runner()) {
            return runner.as(Actor.named("dave")).cancelAll(query);
        }
    }

    private long retryAll() {
        return retryAll(RunQuery.ALL);
    }

    private long retryAll(RunQuery query) {
        try (Runner runner = runner()) {
            return runner.as(Actor.named("dave")).retryAll(query);
        }
    }

    /** A runner to which this happens before its first command. */
    private Runner runner(String command, Runnable meanwhile) {
        AtomicBoolean isFirst = new AtomicBoolean(true);
        return Runner.builder(FaultInjectingStore.around(store(), new StoreCalls() {
                    @Override
                    public <T extends @Nullable Object> T call(String operation, Supplier<T> call, LateCalls late) {
                        if (operation.equals(command) && isFirst.getAndSet(false)) {
                            meanwhile.run();
                        }
                        return call.get();
                    }
                }))
                .build();
    }

    private Status status(String id) {
        return present(find(key(id))).status();
    }

    @Test
    default void L6_all_unfinished_runs_are_cancelled_and_the_owners_of_those_executed_are_told() {
        rested(key("asks"), question());
        rested(key("parked"), new StopReason.Parked("why", null));
        released(started(key("queued")));
        StoredRun executed = started(key("executed"));
        StoredRun completed = rested(key("completed"), COMPLETED);
        StoredRun failed = rested(key("failed"), FAILED);
        StoredRun elsewhere = started(new RunKey("other", "asks"));

        assertThat(cancelAll(RunQuery.ALL)).isEqualTo(4);
        assertThat(cancelAll(RunQuery.ALL.status(Status.FAILED, Status.COMPLETED)))
                .isZero();

        for (String id : new String[] {"asks", "parked", "queued"}) {
            assertThat(present(find(key(id))).stopReason()).isEqualTo(new StopReason.Cancelled("dave"));
        }
        assertThat(found(executed).status()).isEqualTo(Status.RUNNING);
        assertThat(found(executed).cancelRequestedBy()).isEqualTo("dave");
        assertThat(found(completed)).isEqualTo(completed);
        assertThat(found(failed)).isEqualTo(failed);
        assertThat(found(elsewhere)).isEqualTo(elsewhere);
    }

    @Test
    default void L6_only_the_runs_of_a_query_are_cancelled_and_a_query_for_one_page_is_refused() {
        for (int i = 0; i < 3; i++) {
            store().queue().enqueue(labelled(key("math-" + i), "ann", Map.of("course", "math")), QueueContract.AT_ONCE);
            store().queue().enqueue(labelled(key("art-" + i), "ann", Map.of("course", "art")), QueueContract.AT_ONCE);
        }

        try (Runner runner = runner()) {
            RunQuery query = RunQuery.ALL.label("course", "math");
            RunQuery two = query.limit(2);
            assertThatThrownBy(() -> runner.as(Actor.named("dave")).cancelAll(two))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("A command for all runs of a query is not for 2 of them; leave out limit(…), and choose"
                            + " fewer runs by their status, graph, labels or times.");
            assertThatThrownBy(() -> runner.as(Actor.named("dave")).retryAll(two))
                    .isInstanceOf(IllegalArgumentException.class);
            String next = Objects.requireNonNull(runner.list(two).next());
            assertThatThrownBy(() -> runner.as(Actor.named("dave")).cancelAll(query.after(next)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("leave out after(…)");
            assertThat(runner.as(Actor.named("dave")).cancelAll(query)).isEqualTo(3);
            assertThat(runner.as(Actor.named("dave")).cancelAll(query)).isZero();
        }

        assertThat(status("art-1")).isEqualTo(Status.QUEUED);
    }

    @Test
    default void L6_after_a_run_in_the_order_of_the_starts_only_older_runs_are_changed() {
        for (int i = 0; i < 4; i++) {
            enqueue(key("run-" + i));
        }
        long third = present(find(key("run-2"))).runNumber();

        assertThat(cancelAll(RunQuery.ALL.after(new RunCursor(0, third).toString())))
                .isEqualTo(2);

        assertThat(status("run-1")).isEqualTo(Status.CANCELLED);
        assertThat(status("run-2")).isEqualTo(Status.QUEUED);
        assertThat(status("run-3")).isEqualTo(Status.QUEUED);
    }

    @Test
    default void L6_the_times_of_a_query_by_last_change_are_those_of_the_last_change() {
        StoredRun early = started(key("early"));
        rested(key("old"), question());
        pass(Duration.ofMillis(20));
        StoredRun late = committed(early, rests(early, question()));
        RunQuery since = RunQuery.ALL.from(
                store().lists().runs("default", RunQuery.ALL).runs().get(0).changedAt());

        assertThat(cancelAll(since.orderBy(RunQuery.Order.STARTED))).isZero();
        assertThat(cancelAll(since)).isEqualTo(1);

        assertThat(found(late).status()).isEqualTo(Status.CANCELLED);
        assertThat(status("old")).isEqualTo(Status.WAITING);
    }

    @Test
    default void L6_runs_that_begin_end_or_are_gone_during_a_cancel_of_all_are_left_alone() {
        StoredRun first = started(key("first"));
        rested(key("gone"), question());
        StoredRun again = started(key("again"));
        rested(key("last"), question());
        Runnable meanwhile = () -> {
            committed(first, rests(first, COMPLETED));
            cancelAndDelete("gone");
            committed(again, rests(again, COMPLETED));
            store().removals().delete(again.key());
            rested(again.key(), question());
            rested(key("new"), question());
        };

        try (Runner runner = runner("command", meanwhile)) {
            assertThat(runner.as(Actor.named("dave")).cancelAll(RunQuery.ALL)).isEqualTo(1);
        }

        assertThat(status("last")).isEqualTo(Status.CANCELLED);
        assertThat(status("first")).isEqualTo(Status.COMPLETED);
        assertThat(status("again")).isEqualTo(Status.WAITING);
        assertThat(status("new")).isEqualTo(Status.WAITING);
        assertThat(find(key("gone"))).isNull();
    }

    @Test
    default void L6_a_run_that_was_answered_during_a_cancel_of_all_that_wait_is_left_alone() {
        StoredRun asks = rested(key("asks"), question());
        StoredRun submitted = rested(key("submitted"), question());
        rested(key("last"), question());
        Runnable meanwhile = () -> {
            answered(asks, "1");
            submit(answerTo(submitted, "1"));
        };

        try (Runner runner = runner("command", meanwhile)) {
            assertThat(runner.as(Actor.named("dave")).cancelAll(RunQuery.ALL.status(Status.WAITING)))
                    .isEqualTo(1);
        }

        assertThat(status("last")).isEqualTo(Status.CANCELLED);
        assertThat(found(asks).status()).isEqualTo(Status.RUNNING);
        assertThat(found(asks).cancelRequestedBy()).isNull();
        assertThat(found(submitted).status()).isEqualTo(Status.QUEUED);
    }

    private void cancelAndDelete(String id) {
        command(key(id), CANCEL);
        store().removals().delete(key(id));
    }

    @Test
    default void R7_all_failed_runs_are_opened_again_but_none_whose_thread_has_gone_on() {
        rested(key("one"), FAILED);
        rested(key("two"), FAILED);
        StoredRun completed = rested(key("completed"), COMPLETED);
        StoredRun turn = present(start(newRun(key("turn-1"), "talk", null), ANN));
        committed(turn, rests(turn, FAILED));
        present(start(newRun(key("turn-2"), "talk", null), ANN));
        StoredRun elsewhere = rested(new RunKey("other", "one"), FAILED);

        assertThat(retryAll()).isEqualTo(2);
        assertThat(retryAll()).isZero();

        assertThat(status("one")).isEqualTo(Status.QUEUED);
        assertThat(status("two")).isEqualTo(Status.QUEUED);
        assertThat(log(key("one"), present(find(key("one"))).lastEvent() - 1, 1)
                        .batches()
                        .get(0)
                        .events()
                        .text())
                .contains("\"reopened\"")
                .contains("\"by\":\"dave\"");
        assertThat(status("turn-1")).isEqualTo(Status.FAILED);
        assertThat(found(completed)).isEqualTo(completed);
        assertThat(found(elsewhere)).isEqualTo(elsewhere);
    }

    @Test
    default void R7_runs_that_fail_or_are_gone_during_a_retry_of_all_are_left_alone() {
        rested(key("gone"), FAILED);
        StoredRun again = rested(key("again"), FAILED);
        StoredRun retried = rested(key("retried"), FAILED);
        rested(key("last"), FAILED);
        Runnable meanwhile = () -> {
            store().removals().delete(key("gone"));
            store().removals().delete(again.key());
            rested(again.key(), FAILED);
            acquired(retried, BOB);
            rested(key("new"), FAILED);
        };

        try (Runner runner = runner("reopen", meanwhile)) {
            assertThat(runner.as(Actor.named("dave")).retryAll(RunQuery.ALL)).isEqualTo(1);
        }

        assertThat(status("last")).isEqualTo(Status.QUEUED);
        assertThat(status("retried")).isEqualTo(Status.RUNNING);
        assertThat(status("again")).isEqualTo(Status.FAILED);
        assertThat(status("new")).isEqualTo(Status.FAILED);
    }

    @Test
    @Tag("L8")
    default void R7_the_failed_runs_of_a_step_or_with_a_message_are_opened_again() {
        rested(key("other"), FAILED);
        rested(key("bank"), new StopReason.Failed(Json.of("{\"message\":\"the bank is away\"}")));
        started(key("executed"));

        assertThat(retryAll(RunQuery.ALL.failure("bank").step("draft"))).isZero();
        assertThat(retryAll(RunQuery.ALL.failure("bank").step("approve"))).isEqualTo(1);
        assertThat(status("bank")).isEqualTo(Status.QUEUED);
        assertThat(status("other")).isEqualTo(Status.FAILED);
        assertThat(cancelAll(RunQuery.ALL.step("approve"))).isEqualTo(1);
        assertThat(cancelAll(RunQuery.ALL.failure("bank"))).isZero();
        assertThat(status("executed")).isEqualTo(Status.RUNNING);
    }
}
