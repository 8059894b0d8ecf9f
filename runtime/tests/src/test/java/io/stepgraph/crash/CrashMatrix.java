package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.crash.Program.Role;
import io.stepgraph.crash.Trip.Policy;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.store.Status;
import io.stepgraph.testkit.store.CrashPoints;
import io.stepgraph.testkit.store.FaultPoint;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes that die, freeze and race, on each store. */
@Timeout(300)
@Tag("R1")
@Tag("R4")
@Tag("E1")
@Tag("E3")
@Tag("E4")
@Tag("L1")
@Tag("L3")
abstract class CrashMatrix extends Matrix {
    /** On such a store. */
    CrashMatrix(Stores stores) throws Exception {
        super(stores);
    }

    /** Each place that an undisturbed run comes to, as often as it does. */
    private List<FaultPoint> points(Program program) throws Exception {
        List<FaultPoint> all = points(program, Role.RUN);
        trial(program, "undisturbed").endsUndisturbed();
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void R4_E1_a_run_whose_process_dies_at_one_of_many_points_ends_like_an_undisturbed_one(Policy policy)
            throws Exception {
        Program program = program().charging(policy, "");
        List<FaultPoint> all = new ArrayList<>(points(program));
        List<FaultPoint> some = new ArrayList<>(all);
        some.removeIf(point -> !point.place().matches(".*Effect|.*-c(all|harge)|called"));
        all.removeAll(some);
        for (int i = 0; i < all.size(); i += 10) {
            some.add(all.get(i));
        }
        assertEndUndisturbed(program, some);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("nightly")
    void R4_E1_a_run_whose_process_dies_at_any_point_ends_like_an_undisturbed_one(Policy policy) throws Exception {
        Program program = program().charging(policy, "");
        assertEndUndisturbed(program, points(program));
    }

    private void assertEndUndisturbed(Program program, List<FaultPoint> points) throws Exception {
        assertThat(points).hasSizeGreaterThan(BATCH);
        dieAtEach(points, program, Role.RUN, (trial, dying) -> {
            trial.die(dying);
            trial.endsUndisturbed();
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"PARK", "RETRY"})
    @Tag("R13")
    void R13_E1_effects_that_are_called_at_once_happen_once_though_their_process_dies_at_any_of_their_points(
            Policy policy) throws Exception {
        Program program = program().charging(policy, "");
        List<FaultPoint> points = points(program, Role.TOGETHER).stream()
                .filter(point -> point.place().matches(".*Effect|.*-commit|.*-call|called"))
                .toList();
        assertThat(points)
                .extracting(FaultPoint::place)
                .filteredOn("called"::equals)
                .hasSize(Tools.ALL.size());
        dieAtEach(points, program, Role.TOGETHER, (trial, dying) -> {
            String run = trial.run();
            assertThat(dying.end()).as("%s", dying).isEqualTo(Child.KILLED);
            assertThat(together(program, run)).as(run).isEqualTo("completed [a receipt-0, b receipt-0, c receipt-0]");
            assertThat(trial.charges()).as(run).isEqualTo(Tools.ALL.size());
        });
    }

    @Test
    @Tag("Q1")
    void Q1_a_run_waits_and_goes_on_once_though_the_process_dies_at_any_point() throws Exception {
        List<FaultPoint> points = points(program(), Role.NAP).stream()
                .filter(point -> point.place().matches(".*-(start|commit|acquire|rest|wake)|waiting"))
                .toList();
        assertThat(points)
                .extracting(FaultPoint::place)
                .contains("inside-rest", "waiting", "after-acquire", "inside-wake");
        dieAtEach(points, program(), Role.NAP, (trial, dying) -> {
            assertThat(dying.end()).as("%s", dying).isEqualTo(Child.KILLED);
            assertThat(program().act(Role.NAP, trial.run(), opened(), CrashPoints.fromSystemProperties()))
                    .as(trial.run())
                    .isEqualTo("completed [rested, woke]");
        });
    }

    @Test
    @Tag("E8")
    void E8_rows_are_stored_once_with_their_checkpoint_though_the_process_dies_at_any_point() throws Exception {
        opened(); // a file of SQLite is the store's first
        for (String table : Bookings.tables(stores.ownSchema)) {
            stores.execute(store, table);
        }
        List<FaultPoint> points = points(program(), Role.BOOK);
        assertThat(points)
                .extracting(FaultPoint::place)
                .filteredOn("between-rows"::equals)
                .hasSize(Bookings.FLIGHTS);
        dieAtEach(points, program(), Role.BOOK, (trial, dying) -> {
            String run = trial.run();
            assertThat(dying.end()).as("%s", dying).isEqualTo(Child.KILLED);
            assertThat(program().act(Role.BOOK, run, opened(), CrashPoints.fromSystemProperties()))
                    .as(run)
                    .isEqualTo("completed " + Bookings.FLIGHTS);
            for (String table : List.of("seats", "bills")) {
                assertThat(stores.count(store, stores.ownSchema + "." + table + " where run = '" + run + "'"))
                        .as("%s of %s", table, run)
                        .isEqualTo(Bookings.FLIGHTS);
            }
        });
    }

    /** What comes of a run of {@link Tools} that this process continues. */
    private String together(Program program, String run) {
        String said = program.act(Role.TOGETHER, run, opened(), CrashPoints.fromSystemProperties());
        for (int decisions = 0; said.equals("parked") && decisions < Tools.ALL.size(); decisions++) {
            trial(program, run).resolve();
            said = program.act(Role.TOGETHER, run, opened(), CrashPoints.fromSystemProperties());
        }
        return said;
    }

    @Test
    void R4_a_run_whose_processes_die_one_after_the_other_ends_like_an_undisturbed_one() throws Exception {
        Trial trial = trial("one");
        for (FaultPoint cut : List.of(
                FaultPoint.halt("before-start", 1),
                FaultPoint.halt("after-start", 1),
                FaultPoint.halt("before-acquire", 1),
                FaultPoint.halt("after-acquire", 1),
                FaultPoint.halt("inside-plan", 1),
                FaultPoint.halt("inside-fetch", 1),
                FaultPoint.halt("after-commit", 1), // during the delay of the retry
                FaultPoint.halt("inside-charge", 1),
                FaultPoint.halt("called", 1),
                FaultPoint.halt("after-commit", 2), // the question is stored, and nobody has seen it
                FaultPoint.halt("waiting", 1),
                FaultPoint.halt("before-answer", 1),
                FaultPoint.halt("after-answer", 1),
                FaultPoint.halt("before-commit", 1),
                FaultPoint.halt("inside-report", 1),
                FaultPoint.halt("before-commit", 1), // the last commit
                FaultPoint.halt("after-commit", 1))) {
            trial.die(cut);
        }

        trial.endsUndisturbed();
    }

    /** Another run with the business key finds the call of the process that died. */
    @ParameterizedTest
    @EnumSource
    @Tag("E2")
    void E2_runs_that_share_a_business_key_charge_once_though_the_process_of_one_dies(Policy policy) throws Exception {
        for (String place : List.of("inside-call", "called")) {
            Program program = program().charging(policy, "order-" + place);
            Trial one = trial(program, "one-" + place);
            Trial two = trial(program, "two-" + place);
            one.die(FaultPoint.halt(place, 1));

            two.endsUndisturbed();
            one.endsUndisturbed();
        }
    }

    /** What somebody else does while the owner is frozen. */
    enum Heir {
        ENDS_THE_RUN,
        DELETES_THE_RUN_AND_STARTS_ANOTHER
    }

    private record Frozen(Trial trial, Child owner, Heir heir, FaultPoint at, Policy policy) {}

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Tag("L4")
    void L1_E4_L4_an_owner_that_wakes_up_when_its_lease_is_over_begins_nothing_and_changes_nothing() throws Exception {
        List<Frozen> all = new ArrayList<>();
        for (Heir heir : Heir.values()) {
            for (Policy policy : Policy.values()) {
                all.add(frozen(FaultPoint.pause("inside-call", 1), policy, heir));
            }
        }
        for (Policy policy : Policy.values()) {
            all.add(frozen(FaultPoint.pause("after-beginEffect", 1), policy, Heir.ENDS_THE_RUN));
        }
        all.add(frozen(FaultPoint.pause("after-commit", 1), Policy.RETRY, Heir.ENDS_THE_RUN));
        all.add(frozen(FaultPoint.pause("before-commit", 2), Policy.RETRY, Heir.ENDS_THE_RUN));
        for (Frozen frozen : all) {
            Trial trial = frozen.trial();
            String said = trial.next();
            if (frozen.heir() == Heir.DELETES_THE_RUN_AND_STARTS_ANOTHER) {
                trial.delete();
                said = trial.end();
            }
            List<String> begun = trial.begunBy("process-1");
            int charges = trial.charges();
            frozen.owner().thaw();
            int status = frozen.owner().end();

            assertThat(trial.begunBy("process-1")).as("%s", frozen).isEqualTo(begun);
            if (!frozen.at().place().equals("inside-call")) {
                assertThat(trial.charges()).as("%s", frozen).isEqualTo(charges);
            }
            if (frozen.heir() == Heir.ENDS_THE_RUN) {
                assertThat(status).as("%s", frozen).isZero();
                assertThat(frozen.owner().said()).isEqualTo(said);
            } else {
                assertThat(status).as("%s", frozen).isEqualTo(1);
                assertThat(frozen.owner().toString()).contains("LEASE_LOST");
            }
            assertThat(trial.end()).startsWith("completed");
            // Who asks before a late call comes finds no charge, and has to make one.
            boolean isChargedLate = frozen.at().place().equals("inside-call")
                    && frozen.policy() == Policy.RECONCILE
                    && frozen.heir() == Heir.ENDS_THE_RUN;
            assertThat(trial.charges()).as("%s", frozen).isEqualTo(isChargedLate ? 2 : 1);
        }
    }

    private Frozen frozen(FaultPoint at, Policy policy, Heir heir) throws Exception {
        Trial trial = trial(brief().charging(policy, ""), policy + "-" + at.at() + "-" + heir);
        Child owner = keep(trial.begin(at));
        owner.awaitPause(at);
        owner.freeze();
        owner.goOn(at);
        return new Frozen(trial, owner, heir, at, policy);
    }

    @ParameterizedTest
    @CsvSource({
        "inside-fetch, CANCEL, before-command,      RUNNING,   completed",
        "inside-fetch, CANCEL, after-command,       RUNNING,   cancelled",
        "inside-fetch, CANCEL, after-release,       CANCELLED, cancelled",
        "waiting,      CANCEL, after-command,       CANCELLED, cancelled",
        "waiting,      SUBMIT, before-recordAnswer, WAITING,   completed",
        "waiting,      SUBMIT, after-recordAnswer,  QUEUED,    completed",
        "inside-fetch, REAP,   before-end,          RUNNING,   completed",
        "inside-fetch, REAP,   after-end,           FAILED,    failed LEASE_EXPIRED",
    })
    @Tag("I4")
    @Tag("L6")
    void a_command_is_given_or_not_given_when_its_process_dies(
            String owner, Role role, String place, Status status, String end) throws Exception {
        Trial trial = trial("one");
        trial.die(FaultPoint.halt(owner, 1));
        if (role == Role.REAP) {
            stores.execute(store, "update runs set lease_until = started_at");
        }
        trial.die(role, FaultPoint.halt(place, 1));
        assertThat(trial.status()).isEqualTo(status);

        assertThat(trial.end()).startsWith(end);
    }

    @Test
    @Tag("L7")
    @Tag("M1")
    void L7_a_run_that_is_woken_up_just_when_it_comes_to_rest_does_not_sleep_on() throws Exception {
        try (Runner other =
                Runner.builder(opened()).maxMode(PermissionMode.ACCEPT_EDITS).build()) {
            for (String side : List.of("before-commit", "after-commit")) {
                FaultPoint question = FaultPoint.pause(side, 5);
                Trial cancelled = trial("cancelled-" + side);
                assertThat(wokenUp(
                                cancelled,
                                question,
                                () -> other.as(Actor.named("ann")).cancel("cancelled-" + side)))
                        .isEqualTo("cancelled");

                Trial parked = trial(program().in(PermissionMode.DEFAULT), "parked-" + side);
                assertThat(wokenUp(
                                parked,
                                FaultPoint.pause(side, 7),
                                () -> other.as(Actor.named("ann")).mode("parked-" + side, PermissionMode.ACCEPT_EDITS)))
                        .startsWith(side.equals("before-commit") ? "completed" : "parked");
                parked.endsUndisturbed();
            }
            Trial answered = trial("answered");
            assertThat(wokenUp(answered, FaultPoint.pause("after-commit", 5), answered::endsUndisturbed))
                    .contains("as test said");
        }
    }

    /** What the owner says that is woken up when it pauses. */
    private static String wokenUp(Trial trial, FaultPoint at, Task event) throws Exception {
        try (Child owner = trial.begin(at)) {
            owner.awaitPause(at);
            event.run();
            owner.goOn(at);
            assertThat(owner.end()).as("%s", owner).isZero();
            return owner.said();
        }
    }

    /** Something that may fail. */
    interface Task {
        void run() throws Exception;
    }

    @Test
    @Tag("R11")
    void R11_a_database_that_another_program_locks_costs_a_run_nothing_but_time() throws Exception {
        try (Connection other = stores.other(store);
                Statement sql = other.createStatement()) {
            assertOutlasts(() -> sql.execute(stores.lock), () -> sql.execute("rollback"), stores.complaintOfLock);
        }
    }

    /**
     * The run is about to write, there is trouble until the write was refused, and nobody notices; then there is
     * trouble until the lease is over and the caller is told, and the same call takes the run over.
     */
    final void assertOutlasts(Task trouble, Task relief, String complaint) throws Exception {
        Trial trial = trial(brief(), "one");
        FaultPoint first = FaultPoint.pause("inside-plan", 1);
        FaultPoint second = FaultPoint.pause("inside-ask", 1);
        try (Child child = trial.begin(first, second)) {
            child.awaitPause(first);
            trouble.run();
            child.goOn(first);
            child.awaitTimes("after-commit", 1);
            relief.run();
            child.awaitPause(second);
            assertThat(child.isTold(complaint)).as("%s", child).isFalse();
            trouble.run();
            child.goOn(second);
            child.awaitTold(complaint);
            trial.losesLease();
            relief.run();
            assertThat(child.end()).as("%s", child).isZero();
            trial.endsUndisturbed(child.said());
        }
    }

    @Test
    void L3_of_processes_that_race_for_the_same_runs_one_wins_each() throws Exception {
        race(12, 4, 1, 1, () -> {});
    }

    @Test
    @Tag("nightly")
    void L3_of_sixteen_processes_that_race_for_a_hundred_runs_one_wins_each() throws Exception {
        race(100, 16, 4, 1, () -> {});
    }

    /**
     * Lets processes race for runs, and some of them die at a commit.
     *
     * @param recorded how many charges of a completed run its ledger records, at least
     */
    final void race(int runs, int processes, int deaths, int recorded, Task meanwhile) throws Exception {
        FaultPoint ready = FaultPoint.pause("ready", 1);
        Random random = new Random(1);
        List<Child> children = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            FaultPoint death = FaultPoint.halt("before-commit", 1 + random.nextInt(4 * runs / processes));
            children.add(keep(Child.start(
                    folder.resolve("racer-" + i),
                    i < deaths ? List.of(ready, death) : List.of(ready),
                    program().in("racer-" + i).arguments(Role.RACE, Integer.toString(runs)))));
        }
        for (Child child : children) {
            child.awaitPause(ready);
        }
        for (Child child : children) {
            child.goOn(ready);
        }
        meanwhile.run();
        Map<String, Set<String>> said = new HashMap<>();
        for (Child child : children) {
            int status = child.end();
            assertThat(status).as("%s", child).isIn(0, children.indexOf(child) < deaths ? Child.KILLED : 0);
            child.said()
                    .lines()
                    .filter(line -> line.startsWith("race-"))
                    .forEach(line -> said.computeIfAbsent(line.substring(0, line.indexOf(' ')), run -> new HashSet<>())
                            .add(line.substring(line.indexOf(' ') + 1)));
        }
        assertThat(said).hasSize(runs);
        for (Map.Entry<String, Set<String>> run : said.entrySet()) {
            Trial trial = trial(run.getKey());
            assertThat(run.getValue()).as(run.getKey()).hasSize(1);
            String outcome = run.getValue().iterator().next();
            assertThat(trial.end()).isEqualTo(outcome);
            if (trial.status() == Status.COMPLETED) {
                String by = outcome.replaceAll(".*, as (\\S+) said.*", "$1");
                assertThat(trial.answeredBy()).isEqualTo(by);
                assertThat(trial.charges()).isBetween(recorded, 1);
            } else {
                assertThat(outcome).isEqualTo("cancelled");
            }
            assertThat(trial.begunAgainAfter(name -> Integer.parseInt(name.substring("racer-".length())) >= deaths))
                    .as("begun by one that lived, and again")
                    .isEmpty();
        }
    }
}
