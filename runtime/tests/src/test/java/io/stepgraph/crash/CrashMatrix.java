package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The short form of the crash matrix: one cut of every kind, on each store. {@link LongCrashMatrix} is the long one. */
@Timeout(120)
@Tag("R1")
@Tag("R4")
@Tag("R6")
@Tag("R11")
@Tag("I3")
@Tag("L1")
@Tag("L3")
@Tag("L7")
abstract class CrashMatrix {
    /** Longer than the longest pause of a process. */
    static final Duration SHORT_LEASE = Duration.ofSeconds(3);

    /** So long that the lease is given back. */
    static final Duration LONG_DELAY = Duration.ofMillis(1_600);

    @TempDir
    Path folder;

    final Stores stores;
    String store;

    /** On such a store. */
    CrashMatrix(Stores stores) {
        this.stores = stores;
    }

    @BeforeEach
    void createStore() {
        store = stores.create(folder);
    }

    private Trial trial() throws IOException {
        return Trial.inFolder(store, folder);
    }

    @Test
    void R4_a_run_that_is_killed_at_one_place_after_the_other_ends_like_an_undisturbed_one() throws Exception {
        Trial trial = trial();
        List<FaultPoint> cuts = List.of(
                FaultPoint.halt("before-start", 1),
                FaultPoint.halt("after-start", 1),
                FaultPoint.halt("before-acquire", 1),
                FaultPoint.halt("after-acquire", 1),
                FaultPoint.halt("inside-plan", 1),
                FaultPoint.halt("before-commit", 1),
                FaultPoint.halt("after-commit", 2), // during the short delay
                FaultPoint.halt("after-commit", 4), // the question is stored, and nobody has seen it
                FaultPoint.halt("waiting", 1),
                FaultPoint.halt("before-answer", 1),
                FaultPoint.halt("after-answer", 1),
                FaultPoint.halt("inside-report", 1),
                FaultPoint.halt("before-commit", 1),
                FaultPoint.halt("after-commit", 1));
        for (FaultPoint faultPoint : cuts) {
            assertThat(trial.live(faultPoint))
                    .as("%s, %s", faultPoint, trial.violations())
                    .isTrue();
        }

        assertThat(trial.end()).isEmpty();
    }

    @Test
    void I3_an_answer_is_given_again_with_the_same_ticket_whether_or_not_it_was_stored() throws Exception {
        Trial trial = trial().keepingTickets();
        trial.live(FaultPoint.halt("before-answer", 1));
        trial.live(FaultPoint.halt("after-answer", 1));

        assertThat(trial.end()).isEmpty();
    }

    @Test
    void R11_what_was_stored_although_its_reply_was_lost_is_not_done_again() throws Exception {
        Trial trial = trial();
        trial.live(
                FaultPoint.silence("after-start", 1),
                FaultPoint.silence("after-commit", 1),
                FaultPoint.silence("before-commit", 4),
                FaultPoint.silence("after-commit", 8), // the question
                FaultPoint.silence("after-answer", 1),
                FaultPoint.silence("after-commit", 10)); // the end

        assertThat(trial.end()).isEmpty();
        assertThat(trial.log().count("resumed")).as("found to be stored").isZero();
    }

    @Test
    void R11_a_call_that_arrives_after_it_was_given_up_changes_nothing() throws Exception {
        Trial trial = trial();
        trial.live(
                FaultPoint.delay("before-start", 1),
                FaultPoint.delay("before-commit", 2),
                FaultPoint.delay("before-answer", 1),
                FaultPoint.delay("before-commit", 9));

        assertThat(trial.end()).isEmpty();
    }

    @Test
    void R6_a_long_delay_belongs_to_nobody_and_is_gone_on_from_by_who_comes() throws Exception {
        Trial trial = new Trial(store, folder, SHORT_LEASE, LONG_DELAY);
        trial.live(FaultPoint.halt("after-commit", 4));
        assertThat(trial.seen().status()).isEqualTo(Status.QUEUED);
        assertThat(trial.seen().stopReason()).isInstanceOf(StopReason.Delayed.class);

        assertThat(trial.end()).isEmpty();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void L1_an_owner_that_wakes_up_while_another_one_is_at_work_stores_nothing_and_gets_the_outcome_of_that_one()
            throws Exception {
        assertThat(new Zombie(store, folder, SHORT_LEASE).wakeUpDuring(7)).isEmpty();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void R1_an_owner_that_wakes_up_between_two_steps_when_another_one_has_ended_the_run_begins_no_step()
            throws Exception {
        assertThat(new Zombie(store, folder, SHORT_LEASE).wakeUpAfter(FaultPoint.pause("after-commit", 1)))
                .isEmpty();
    }

    @Test
    void R1_nor_does_one_whose_commit_is_answered_when_another_one_has_ended_the_run() throws Exception {
        assertThat(new LateReply(store, folder, SHORT_LEASE).stepsBegunByTheOwner())
                .containsExactly(Journey.UNDISTURBED.get(0));
    }

    @Test
    void L7_a_run_that_is_woken_up_just_when_it_comes_to_rest_does_not_sleep_on() throws Exception {
        assertThat(new WakeUps(store, folder).all()).isEmpty();
    }

    @Test
    void R11_a_database_that_another_program_locks_again_and_again_costs_a_run_nothing_but_time() throws Exception {
        try (Connection other = stores.other(store);
                Statement sql = other.createStatement()) {
            List<FaultPoint> writes = List.of(
                    FaultPoint.pause("inside-plan", 1),
                    FaultPoint.pause("inside-book", 1),
                    FaultPoint.pause("before-answer", 1));

            assertOutlasts(writes, 1, () -> sql.execute(stores.lock()), () -> sql.execute("rollback"));
        }
    }

    @Test
    void R11_a_database_that_another_program_keeps_locked_is_told_to_the_caller_whose_same_call_goes_on()
            throws Exception {
        try (Connection other = stores.other(store);
                Statement sql = other.createStatement()) {
            assertTold(stores.complaintOfLock(), () -> sql.execute(stores.lock()), () -> sql.execute("rollback"));
        }
    }

    /** Each time that the run is about to write, there is trouble until it was refused so often. */
    final void assertOutlasts(List<FaultPoint> writes, int refusals, Task trouble, Task relief) throws Exception {
        Trial trial = trial();
        try (Child child = trial.begin(writes.toArray(FaultPoint[]::new))) {
            for (FaultPoint write : writes) {
                child.awaitPause(write);
                String refused = "after-" + (write.place().equals("before-answer") ? "answer" : "commit");
                long before = child.times(refused);
                trouble.run();
                child.goOn(write);
                child.awaitTimes(refused, before + refusals);
                relief.run();
            }
            assertThat(trial.look(child)).isFalse();
        }
        assertThat(trial.end()).isEmpty();
        assertThat(trial.log().count("resumed")).isZero();
    }

    /** There is trouble for longer than the run is its owner's: a step is done again, from the state at its entry. */
    final void assertTold(String complaint, Task trouble, Task relief) throws Exception {
        Trial trial = new Trial(store, folder, SHORT_LEASE, Duration.ofMillis(20));
        FaultPoint inStep = FaultPoint.pause("inside-ask", 1);
        try (Child child = trial.begin(inStep)) {
            child.awaitPause(inStep);
            trouble.run();
            child.goOn(inStep);
            child.awaitComplaint(complaint);
            relief.run();
            assertThat(child.end()).isZero();
            assertThat(Trial.said(child)).isEqualTo(Journey.OUTCOME);
        }
        assertThat(trial.log().violations()).isEmpty();
        assertThat(trial.log().story()).isEqualTo(Journey.STORY);
        assertThat(trial.log().count("taken-over")).isZero();
    }

    @Test
    void L3_of_processes_that_race_for_the_same_runs_one_wins_each() throws Exception {
        assertThat(new Race(store, folder, 12).run(4, 1, new Random(1))).isEmpty();
    }
}
