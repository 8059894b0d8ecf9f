package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.anAnswer;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.labelled;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Answer;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes from outside. */
@Tag("M1")
@Tag("L4")
@Tag("L6")
@Tag("L7")
interface CommandContract extends StoreFixture {

    @Test
    default void M1_a_mode_is_set_while_the_run_is_executed_and_raises_the_command_version() {
        StoredRun run = started();

        StoredRun changed = command(KEY, PLAN);

        assertThat(changed.mode()).isEqualTo(PermissionMode.PLAN);
        assertThat(changed.commandVersion()).isEqualTo(1);
        assertThat(changed.revision()).isEqualTo(run.revision());
        assertThat(changed.fencingToken()).isEqualTo(run.fencingToken());
        assertThat(changed.owner()).isEqualTo(ANN);
        assertThat(changed.checkpoint()).isEqualTo(run.checkpoint());
        assertThat(found(run)).isEqualTo(changed);
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void M1_a_mode_is_set_however_the_run_rests_and_it_rests_on(StopReason stopReason) {
        StoredRun run = rested(stopReason);

        StoredRun changed = command(KEY, PLAN);

        assertThat(changed.mode()).isEqualTo(PermissionMode.PLAN);
        assertThat(changed.commandVersion()).isEqualTo(1);
        assertThat(changed.stopReason()).isEqualTo(stopReason);
        assertThat(found(run)).isEqualTo(changed);
    }

    private List<String> ids(String name, String value) {
        return store().lists().runs("default", RunQuery.ALL.label(name, value)).runs().stream()
                .map(ListedRun::id)
                .toList();
    }

    @Test
    @Tag("L8")
    default void L8_labels_that_change_are_those_of_the_run_and_of_all_lists_at_once() {
        StoredRun run = present(start(labelled(KEY, "ann", Map.of("priority", "low", "team", "ops")), ANN));
        Map<String, @Nullable String> changes = new HashMap<>();
        changes.put("priority", "high \"ä€😀'");
        changes.put("team", null);
        changes.put("a'b\"\\", "{}");

        RunHeader changed = store().runs().command(KEY, new RunCommand.SetLabels(changes, "dave"));

        Map<String, String> labels = Map.of("priority", "high \"ä€😀'", "a'b\"\\", "{}");
        assertThat(changed.labels()).isEqualTo(labels);
        assertThat(changed.commandVersion()).isEqualTo(1);
        assertThat(found(run).lastEvent()).isEqualTo(run.lastEvent() + 1);
        assertThat(Objects.requireNonNull(store().lists().look(KEY)).labels()).isEqualTo(labels);
        assertThat(ids("priority", "high \"ä€😀'")).containsExactly(KEY.id());
        assertThat(ids("a'b\"\\", "{}")).containsExactly(KEY.id());
        assertThat(ids("priority", "low")).isEmpty();
        assertThat(ids("team", "ops")).isEmpty();
        assertThat(store().runs().commit(run.lease(LEASE), goesOn(run, at("review", 2))))
                .isEqualTo(CommitResult.COMMAND_ARRIVED);
    }

    @Test
    @Tag("L8")
    default void L8_a_run_may_lose_its_last_label() {
        start(labelled(KEY, "ann", Map.of("team", "ops")), ANN);
        Map<String, @Nullable String> none = new HashMap<>();
        none.put("team", null);

        assertThat(store().runs()
                        .command(KEY, new RunCommand.SetLabels(none, "dave"))
                        .labels())
                .isEmpty();

        assertThat(Objects.requireNonNull(store().runs().summary(KEY)).labels()).isEmpty();
        assertThat(ids("team", "ops")).isEmpty();
    }

    @Test
    @Tag("L8")
    default void L8_labels_are_changed_for_one_run_and_only_until_it_ends() {
        RunCommand urgent = new RunCommand.SetLabels(Map.of("priority", "high"), "dave");
        StoredRun ended = rested(COMPLETED);
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> store().runs().command(KEY, urgent), KEY.id());
        assertThat(found(ended)).isEqualTo(ended);
        started(new RunKey("other", "essay-2"));
        StoredRun waiting = rested(key("essay-2"), question());

        store().runs().command(waiting.key(), urgent);
        store().runs().command(waiting.key(), urgent);

        assertThat(found(waiting).commandVersion())
                .as("the second changes nothing")
                .isEqualTo(1);
        assertThat(ids("priority", "high")).containsExactly("essay-2");
        assertThat(store().lists()
                        .runs("other", RunQuery.ALL.label("priority", "high"))
                        .runs())
                .isEmpty();
        assertThat(store().removals().delete(KEY)).isTrue();
        command(waiting.key(), CANCEL);
        assertThat(store().removals().delete(waiting.key())).isTrue();
        assertThat(ids("priority", "high")).isEmpty();
    }

    @Test
    default void L7_a_commit_that_goes_on_is_held_back_when_control_has_moved() {
        StoredRun run = started();
        StoredRun changed = command(KEY, PLAN);

        assertThat(store().runs().commit(run.lease(LEASE), goesOn(run, at("review", 2))))
                .isEqualTo(CommitResult.COMMAND_ARRIVED);
        assertThat(found(run)).isEqualTo(changed);

        assertThat(committed(run, goesOn(changed, at("review", 2))).commandVersion())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void L7_a_commit_to_rest_is_held_back_when_control_has_moved(StopReason stopReason) {
        StoredRun run = started();
        StoredRun changed = command(KEY, CANCEL);

        assertThat(store().runs().commit(run.lease(LEASE), rests(run, stopReason)))
                .isEqualTo(CommitResult.COMMAND_ARRIVED);
        assertThat(found(run)).isEqualTo(changed);

        assertThat(committed(run, rests(changed, stopReason)).stopReason()).isEqualTo(stopReason);
    }

    @Test
    default void L7_the_ticket_of_a_question_that_was_held_back_is_none() {
        StoredRun run = started();
        command(KEY, PLAN);
        store().runs().commit(run.lease(LEASE), rests(run, question()));
        Answer answer = anAnswer(KEY, run.runNumber(), 2, "nonce-1", Json.of("1"), null);

        assertThatThrownBy(() -> answer(answer, BOB)).isInstanceOf(StaleAnswerException.class);
    }

    @Test
    default void L6_a_cancel_tells_the_owner_who_is_to_see_it_and_who_sees_it_at_its_next_commit() {
        StoredRun run = started();

        RunHeader told = store().runs().command(KEY, CANCEL);
        assertThat(told.owner()).isEqualTo(ANN);
        assertThat(told.cancelRequestedBy()).isEqualTo("dave");
        assertThat(told.fencingToken()).isEqualTo(run.fencingToken());
        assertThat(told.isExecuted()).isTrue();

        StoredRun wanted = command(KEY, new RunCommand.Cancel("erin"));
        assertThat(wanted.status()).isEqualTo(Status.RUNNING);
        assertThat(wanted.cancelRequestedBy()).as("the first").isEqualTo("dave");
        assertThat(wanted.commandVersion()).isEqualTo(1);
        assertThat(wanted.owner()).isEqualTo(ANN);
        assertThat(wanted.checkpoint()).isEqualTo(run.checkpoint());
        assertThat(store().runs().commit(run.lease(LEASE), goesOn(run, at("review", 2))))
                .isEqualTo(CommitResult.COMMAND_ARRIVED);

        StoredRun ended = committed(wanted, rests(wanted, new StopReason.Cancelled("dave")));
        assertThat(ended.status()).isEqualTo(Status.CANCELLED);
        assertThat(ended.cancelRequestedBy()).isEqualTo("dave");
    }

    static Stream<StopReason> waiting() {
        return StopReasonContract.everyRest().filter(stopReason -> stopReason.status() == Status.WAITING);
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.CommandContract#waiting")
    default void L6_a_run_that_waits_or_is_queued_is_cancelled_at_once(StopReason stopReason) {
        StoredRun waits = rested(stopReason);
        StoredRun queued = released(started(key("queued")));
        for (StoredRun run : List.of(waits, queued)) {
            StoredRun ended = command(run.key(), CANCEL);

            assertThat(ended.status()).isEqualTo(Status.CANCELLED);
            assertThat(ended.stopReason()).isEqualTo(new StopReason.Cancelled("dave"));
            assertThat(ended.cancelRequestedBy()).isEqualTo("dave");
            assertThat(ended.commandVersion()).isEqualTo(1);
            assertThat(ended.revision()).isEqualTo(run.revision());
            assertThat(ended.state()).isNull();
            assertThat(ended.start()).isNull();
            assertThat(found(run)).isEqualTo(ended);
        }
        assertThat(acquire(queued, BOB)).isNull();
    }

    static Stream<StopReason> ended() {
        return StopReasonContract.everyRest()
                .filter(stopReason -> stopReason.status().isEnd());
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.CommandContract#ended")
    default void L6_a_stored_end_wins_over_a_later_cancel(StopReason stopReason) {
        StoredRun run = rested(stopReason);

        assertThat(command(KEY, new RunCommand.Cancel("erin"))).isEqualTo(run);
        assertThat(found(run)).isEqualTo(run);
    }

    private static RunCommand cancel(Status... statuses) {
        return new RunCommand.Cancel("dave", Set.of(statuses));
    }

    @Test
    default void L6_a_cancel_for_some_statuses_changes_no_run_with_another() {
        StoredRun waits = rested(question());
        assertThat(command(KEY, cancel(Status.QUEUED, Status.RUNNING))).isEqualTo(waits);
        StoredRun executed = answered(waits, "1");
        assertThat(command(KEY, cancel(Status.QUEUED, Status.WAITING))).isEqualTo(executed);
        StoredRun queued = released(executed);
        assertThat(command(KEY, cancel(Status.RUNNING, Status.WAITING))).isEqualTo(queued);

        assertThat(command(KEY, cancel(Status.QUEUED)).status()).isEqualTo(Status.CANCELLED);
    }

    @Test
    default void L4_a_change_changes_no_later_run_of_its_id_and_none_of_another_scope() {
        long deleted = rested(COMPLETED).runNumber();
        store().removals().delete(KEY);
        StoredRun run = rested(question());

        assertThatThrownBy(() -> store().runs().command(KEY, deleted, PLAN)).isInstanceOf(RunNotFoundException.class);
        assertThatThrownBy(() -> store().runs().command(KEY, deleted, CANCEL)).isInstanceOf(RunNotFoundException.class);
        assertThat(found(run)).isEqualTo(run);

        assertThrown(RunNotFoundException.class, () -> command(new RunKey("other", KEY.id()), CANCEL));
        assertThat(found(run)).isEqualTo(run);

        store().runs().command(KEY, run.runNumber(), PLAN);
        store().runs().command(KEY, run.runNumber(), CANCEL);
        assertThat(found(run).mode()).isEqualTo(PermissionMode.PLAN);
        assertThat(found(run).status()).isEqualTo(Status.CANCELLED);
    }
}
