package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.answerTo;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many writes at once. Each race is run several times, from one signal. */
@Tag("R1")
@Tag("R7")
@Tag("I3")
@Tag("L2")
@Tag("L3")
@Tag("L4")
@Tag("L6")
@Tag("L7")
@Tag("M1")
interface RaceContract extends StoreFixture {
    int ROUNDS = 10;
    int RACERS = 8;

    static RunKey key(int round) {
        return new RunKey("default", "race-" + round);
    }

    @Test
    default void L4_of_many_starts_at_once_one_starts_the_run() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            RunKey key = key(round);

            List<StoredRun> started = Race.of(RACERS, racer -> start(newRun(key), ANN));

            assertThat(started.stream().filter(Objects::nonNull)).hasSize(1);
        }
    }

    @Test
    default void L4_of_many_starts_at_once_in_a_thread_one_starts_the_run_and_for_the_others_it_is_not_busy()
            throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            NewRun run = newRun(key(round), "chat-" + round, null);

            List<StoredRun> started = Race.of(RACERS, racer -> start(run, ANN));

            assertThat(started.stream().filter(Objects::nonNull)).hasSize(1);
        }
    }

    /** Each brings the conversation a turn further when it can: none may begin from a state that is not the latest. */
    @Test
    default void L2_every_turn_of_a_thread_begins_where_the_last_one_ended() throws Exception {
        Race.of(RACERS, racer -> {
            for (int turn = 0; turn < ROUNDS; turn++) {
                StoredRun run = startedWhenFree(newRun(StoreFixture.key("turn-" + racer + "-" + turn), "chat", null));
                String turns = Objects.requireNonNull(run.state()).text();
                Json next = Json.of(turns.replace("}", " }"));
                committed(run, StoreFixture.commit(1, 0, "print-1", at("review", 2), next, COMPLETED));
            }
            return null;
        });

        assertThat(chat().state().text().chars().filter(each -> each == ' ')).hasSize(RACERS * ROUNDS);
    }

    private StoredRun startedWhenFree(NewRun run) {
        while (true) {
            try {
                return present(start(run, ANN));
            } catch (ThreadBusyException busy) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    default void R7_a_retry_and_the_next_turn_do_not_both_get_the_thread() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String thread = "chat-" + round;
            StoredRun run = present(start(newRun(key(round), thread, null), ANN));
            StoredRun failed = committed(run, rests(run, FAILED));
            NewRun next = newRun(StoreFixture.key("next-" + round), thread, null);

            List<StoredRun> got = Race.of(RACERS, racer -> {
                try {
                    return racer % 2 == 0 ? acquire(failed, ANN) : start(next, ANN);
                } catch (ThreadBusyException | StoreUnavailableException other) {
                    return null;
                }
            });

            assertThat(got.stream().filter(Objects::nonNull)).hasSize(1);
        }
    }

    @Test
    default void L3_of_many_acquisitions_at_once_one_succeeds() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            StoredRun seen = started(key(round));

            List<StoredRun> acquired = Race.of(RACERS, racer -> acquire(seen, racer % 2 == 0 ? ANN : BOB));

            assertThat(acquired.stream().filter(Objects::nonNull)).containsExactly(found(seen));
            assertThat(found(seen).fencingToken()).isEqualTo(2);
        }
    }

    @Test
    default void I3_of_many_answers_at_once_one_wins_also_if_it_is_given_many_times() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            StoredRun waiting = rested(key(round), question());

            List<StoredRun> answers = Race.of(RACERS, racer -> {
                try {
                    return answer(answerTo(waiting, Integer.toString(racer % 2)), BOB);
                } catch (StaleAnswerException lost) {
                    return null;
                }
            });

            assertThat(answers.stream().filter(Objects::nonNull)).containsExactly(found(waiting));
        }
    }

    @Test
    default void L7_a_cancel_that_races_a_commit_to_wait_is_never_lost() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            StoredRun run = started(key(round));

            List<Object> results = Race.of(
                    2,
                    racer -> racer == 0
                            ? store().runs().commit(run.lease(LEASE), rests(run, question()))
                            : command(run.key(), CANCEL));

            StoredRun now = found(run);
            assertThat(now.cancelRequestedBy()).isEqualTo("dave");
            assertThat(now.status())
                    .isEqualTo(results.contains(CommitResult.STORED) ? Status.CANCELLED : Status.RUNNING);
        }
    }

    @Test
    default void L6_a_cancel_that_races_a_release_ends_the_run() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            StoredRun run = started(key(round));

            Race.of(3, racer -> {
                if (racer == 0) {
                    store().runs().release(run.lease(LEASE));
                    return null;
                }
                return store().runs().command(run.key(), CANCEL);
            });

            StoredRun now = found(run);
            assertThat(now.stopReason()).isEqualTo(new StopReason.Cancelled("dave"));
            assertThat(now.lastEvent()).isEqualTo(run.lastEvent() + 1);
            assertThat(now.commandVersion()).isBetween(1L, 2L);
        }
    }

    @Test
    default void L6_a_cancel_that_races_an_acquisition_comes_before_it_or_is_seen_by_the_owner() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            StoredRun queued = released(started(key(round)));

            List<Object> results = Race.of(
                    2,
                    racer -> racer == 0
                            ? acquire(queued, BOB)
                            : (Object) store().runs().command(queued.key(), CANCEL));

            StoredRun now = found(queued);
            assertThat(now.cancelRequestedBy()).isEqualTo("dave");
            assertThat(now.commandVersion()).isEqualTo(1);
            assertThat(now.status()).isEqualTo(results.get(0) == null ? Status.CANCELLED : Status.RUNNING);
        }
    }

    /** The owner looks at its mode again, or a worker may claim the run. */
    @Test
    default void M1_a_mode_that_races_a_commit_to_park_lets_the_run_continue() throws Exception {
        StopReason parked = new StopReason.Parked("Step 'draft' requires more.", PermissionMode.ACCEPT_EDITS);
        RunCommand accept = new RunCommand.SetMode(PermissionMode.ACCEPT_EDITS, "dave");
        for (int round = 0; round < ROUNDS; round++) {
            StoredRun run = started(key(round));

            List<Object> results = Race.of(
                    2,
                    racer -> racer == 0
                            ? store().runs().commit(run.lease(LEASE), rests(run, parked))
                            : store().runs().command(run.key(), accept));

            boolean isParked = results.contains(CommitResult.STORED);
            assertThat(found(run).status()).isEqualTo(isParked ? Status.WAITING : Status.RUNNING);
            assertThat(store().queue().claim(QueueContract.claim(ROUNDS, PermissionMode.ACCEPT_EDITS)))
                    .hasSize(isParked ? 1 : 0);
        }
    }

    @Test
    default void L6_a_cancel_that_races_an_answer_comes_before_it_or_after_it() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            StoredRun waiting = rested(key(round), question());

            Race.of(2, racer -> {
                try {
                    return racer == 0 ? answer(answerTo(waiting, "\"yes\""), BOB) : command(waiting.key(), CANCEL);
                } catch (StaleAnswerException cancelledBefore) {
                    return null;
                }
            });

            StoredRun now = found(waiting);
            assertThat(now.cancelRequestedBy()).isEqualTo("dave");
            assertThat(now.status()).isEqualTo(now.fencingToken() == 2 ? Status.RUNNING : Status.CANCELLED);
        }
    }

    @Test
    default void L4_a_delete_that_races_a_retry_leaves_the_run_whole_or_gone() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            StoredRun failed = rested(key(round), FAILED);

            List<Object> results = Race.of(
                    2,
                    racer -> racer == 0
                            ? acquire(failed, BOB)
                            : (Object) store().removals().delete(failed.key()));

            assertThat(find(failed.key())).isEqualTo(results.get(0));
            assertThat(results.get(1)).isEqualTo(results.get(0) == null);
        }
    }

    @Test
    default void R1_runs_side_by_side_do_not_disturb_each_other() throws Exception {
        int steps = 20;

        List<StoredRun> runs = Race.of(RACERS, racer -> {
            StoredRun run = started(key(racer));
            for (int visit = 2; visit <= steps; visit++) {
                run = committed(run, goesOn(run, at("step-" + racer, visit)));
            }
            return run;
        });

        Stream<String> expected = IntStream.range(0, RACERS).mapToObj(racer -> "step-" + racer);
        assertThat(runs.stream().map(run -> run.checkpoint().step())).containsExactlyElementsOf(expected.toList());
        assertThat(runs).allMatch(run -> run.revision() == steps && run.equals(found(run)));
    }
}
