package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.crash.Program.Role;
import io.stepgraph.engine.Runner;
import io.stepgraph.store.FamilyMember;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.testkit.store.CrashPoints;
import io.stepgraph.testkit.store.FaultPoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Processes that die, freeze and race while a run waits for others that it has called, on each store. */
@Timeout(600)
@Tag("C2")
@Tag("C3")
@Tag("C4")
@Tag("R4")
abstract class FamilyMatrix extends Matrix {
    private static final String RESULT = "completed [1 receipt-0, 2 please receipt-0, 3 receipt-0]";
    private static final String QUIET_RESULT = RESULT.replace(" please", "");

    /** What tells that a process has died. */
    private static final Set<String> OF_DEATHS = Set.of("taken-over", "resumed");

    private static final List<String> FIELDS =
            List.of("event", "step", "visit", "attempt", "next", "size", "completed", "failed", "cancelled");
    private static final Set<String> ENDS = Set.of("completed", "failed", "cancelled");

    /** On such a store. */
    FamilyMatrix(Stores stores) throws Exception {
        super(stores);
    }

    /** Keeps what the store has now. */
    abstract void backUp() throws Exception;

    /** Lets the store have that again. Nobody has it open. */
    abstract void restore() throws Exception;

    /** Brings a family to its end in this process. */
    private String end(String run) {
        return act(run, CrashPoints.fromSystemProperties());
    }

    private String act(String run, CrashPoints points) {
        return program().act(Role.PARTY, run, points.around(opened()), points);
    }

    private PartyGraph.Runs parties(Runner runner) {
        return program().party(CrashPoints.fromSystemProperties()).on(runner);
    }

    private List<FamilyMember> family(String run) {
        return opened().calls().family(new RunKey("default", run), 100);
    }

    private static List<String> members(String run, int guests) {
        return Stream.concat(
                        Stream.of(run),
                        IntStream.rangeClosed(1, guests).mapToObj(guest -> run + "//invite.1/guest." + guest))
                .toList();
    }

    /** The logs of a family without what tells of deaths. A step begins once more after each. */
    private List<String> logs(String run) {
        List<String> logs = new ArrayList<>();
        for (FamilyMember member : family(run)) {
            Set<String> begun = new HashSet<>();
            trial(member.run().id()).events().stream()
                    .filter(event -> !OF_DEATHS.contains(event.path("event").asString()))
                    .map(event -> FIELDS.stream()
                            .filter(event::has)
                            .map(field -> event.path(field).asString())
                            .collect(Collectors.joining(" ", member.place() + " ", "")))
                    .filter(line -> !line.contains(" step-started ") || begun.add(line))
                    .forEach(logs::add);
        }
        return logs;
    }

    /** It has ended as if nobody had died: one set of guests, each of which was counted once, and has paid once. */
    private void assertEnded(String run, String said, List<String> logs) {
        assertThat(said).as(run).isEqualTo(run.startsWith(Party.QUIET) ? QUIET_RESULT : RESULT);
        assertThat(family(run)).extracting(member -> member.run().id()).containsExactlyElementsOf(members(run, 3));
        assertThat(logs(run)).as(run).isEqualTo(logs);
        for (String guest : members(run, 3).subList(1, 4)) {
            assertThat(trial(guest).charges()).as(guest).isEqualTo(1);
        }
    }

    private List<FaultPoint> places(String of) throws Exception {
        List<FaultPoint> all = points(program(), Role.PARTY).stream()
                .filter(point -> point.at().matches(of))
                .toList();
        assertEnded("undisturbed", end("undisturbed"), logs("undisturbed"));
        assertThat(all).hasSizeGreaterThan(BATCH);
        return all;
    }

    /** A death between two writes is like one after the first of them. */
    @Test
    void C2_C3_C4_a_family_whose_process_dies_after_any_write_ends_like_an_undisturbed_one() throws Exception {
        dieAtEach("after-(commit|acquire|answer|reopen|end)#.*|(after-claim|before-commit|paid|inside-collect)#1");
    }

    @Test
    @Tag("nightly")
    void C2_C3_C4_a_family_whose_process_dies_at_any_point_ends_like_an_undisturbed_one() throws Exception {
        dieAtEach("(before|after)-(commit|acquire|claim|answer|reopen|end|beginEffect|ends)#.*|(inside|paid).*");
    }

    private void dieAtEach(String places) throws Exception {
        List<FaultPoint> points = places(places);
        List<String> logs = logs("undisturbed");
        List<String> claimed = new ArrayList<>(); // for ten seconds, while the others are looked at
        dieAtEach(points, program(), Role.PARTY, (trial, dying) -> {
            assertThat(dying.end()).as("%s", dying).isEqualTo(Child.KILLED);
            if (trial.run().contains("-claim#")) {
                claimed.add(trial.run());
            } else {
                assertEnded(trial.run(), end(trial.run()), logs);
            }
        });
        for (String run : claimed) {
            assertEnded(run, end(run), logs);
        }
    }

    @Test
    @Tag("R11")
    void R11_C2_a_write_of_a_family_whose_fate_is_unknown_is_made_once() throws Exception {
        List<FaultPoint> points = places("(before|after)-(commit|answer|reopen|end)#.*");
        List<String> logs = logs("undisturbed");
        for (FaultPoint point : points) {
            String place = point.place();
            int time = Integer.parseInt(point.at().substring(place.length() + 1));
            List<FaultPoint> faults = new ArrayList<>(List.of(FaultPoint.silence(place, time)));
            if (place.startsWith("before-")) {
                faults.add(FaultPoint.delay(place, time));
            }
            for (FaultPoint fault : faults) {
                String run = fault.action() + "-" + fault.at();
                assertEnded(run, act(run, CrashPoints.of(folder.resolve("points"), List.of(fault))), logs);
            }
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Tag("L1")
    void L1_C3_an_owner_of_a_guest_that_wakes_up_when_its_lease_is_over_counts_nothing() throws Exception {
        List<String> logs = logsOfUndisturbed();
        List<FaultPoint> points = List.of(FaultPoint.pause("inside-arrive", 1), FaultPoint.pause("before-commit", 3));
        List<Child> owners = new ArrayList<>();
        for (FaultPoint point : points) {
            Child owner = keep(trial(brief(), point.at()).begin(Role.PARTY, point));
            owner.awaitPause(point);
            owner.freeze();
            owner.goOn(point);
            owners.add(owner);
        }
        for (int i = 0; i < points.size(); i++) {
            String run = points.get(i).at();
            assertEnded(run, end(run), logs);
            owners.get(i).thaw();
            assertThat(owners.get(i).end()).as("%s", owners.get(i)).isZero();
            assertEnded(run, owners.get(i).said(), logs);
        }
    }

    private List<String> logsOfUndisturbed() {
        end("undisturbed");
        return logs("undisturbed");
    }

    /** Three processes that execute a guest each, and pause. */
    private List<Child> owners(String run, String place, int ofFirst, int ofOthers) throws Exception {
        List<Child> owners = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            FaultPoint point = FaultPoint.pause(place, i == 0 ? ofFirst : ofOthers);
            Child owner = keep(Child.start(
                    folder.resolve(run + "-" + i),
                    List.of(point),
                    program().in("owner-" + i).arguments(Role.PARTY, run)));
            owner.awaitPause(point);
            owners.add(owner);
        }
        return owners;
    }

    @Test
    void C3_of_last_ends_at_once_in_several_processes_one_wakes_the_caller() throws Exception {
        end(Party.QUIET);
        List<String> logs = logs(Party.QUIET);
        for (int round = 0; round < 2; round++) {
            String run = Party.QUIET + round;
            List<Child> owners = owners(run, "before-commit", 3, 2);
            for (Child owner : owners) {
                owner.goOn(FaultPoint.pause("before-commit", owner == owners.get(0) ? 3 : 2));
            }
            for (Child owner : owners) {
                assertThat(owner.end()).as("%s", owner).isZero();
                assertEnded(run, owner.said(), logs);
            }
        }
    }

    /** One owner dies, too; the next call that looks at its guest ends it. */
    @Test
    @Tag("C8")
    void C8_a_cancel_whose_process_dies_ends_a_family_with_owners_at_work_once_each() throws Exception {
        String run = Party.QUIET;
        FaultPoint inside = FaultPoint.pause("inside-arrive", 1);
        List<Child> owners = owners(run, inside.place(), 1, 1);
        Child cancel = keep(trial(run).begin(Role.CANCEL, FaultPoint.halt("after-command", 1)));
        assertThat(cancel.end()).as("%s", cancel).isEqualTo(Child.KILLED);
        owners.get(2).kill();
        owners.get(0).goOn(inside);
        owners.get(1).goOn(inside);
        for (Child owner : owners.subList(0, 2)) {
            assertThat(owner.end()).as("%s", owner).isZero();
            assertThat(owner.said()).isEqualTo("cancelled");
        }
        try (Runner runner = Runner.builder(opened()).build()) {
            members(run, 3).subList(1, 4).forEach(parties(runner).guest()::resume);
        }
        for (FamilyMember member : family(run)) {
            assertThat(member.run().status()).isEqualTo(Status.CANCELLED);
            assertThat(ends(member.run().id())).as("%s", member).isEqualTo(1);
        }
    }

    private long ends(String run) {
        return ENDS.stream().mapToLong(trial(run)::count).sum();
    }

    @Test
    @Tag("C9")
    @Tag("C10")
    void C9_guests_whose_time_is_over_are_stopped_once_though_the_process_dies_then() throws Exception {
        try (Runner runner = Runner.builder(opened()).build()) {
            parties(runner).run("one", Party.Notes.of("one", 3));
        }
        stores.execute(store, "update runs set due_at = started_at, wake_at = started_at where id = 'one'");
        try (Child child = trial("one").begin(Role.PARTY, FaultPoint.halt("after-stopCalled", 1))) {
            assertThat(child.end()).as("%s", child).isEqualTo(Child.KILLED);
        }

        assertThat(end("one")).isEqualTo(RESULT);
        assertThat(family("one")).hasSize(4);
        assertThat(family("one")).allSatisfy(member -> {
            boolean hasPaid = member.place() == 1;
            assertThat(trial(member.run().id()).count("failed")).isEqualTo(hasPaid ? 0 : 1);
            assertThat(trial(member.run().id()).count("completed")).isEqualTo(1);
        });
    }

    @Test
    @Tag("C12")
    void C12_guests_that_are_called_again_after_a_restore_pay_under_the_same_keys() throws Exception {
        Trial trial = trial("one");
        try (Child child = trial.begin(Role.PARTY, FaultPoint.halt("before-commit", 1))) {
            assertThat(child.end()).as("%s", child).isEqualTo(Child.KILLED);
        }
        backUp();
        String said = end("one");
        List<String> logs = logs("one");
        assertEnded("one", said, logs);
        List<Long> numbers = numbers();
        disconnect();
        restore();
        assertThat(family("one")).hasSize(1);
        end("other"); // so that guests get other numbers

        assertThat(end("one")).isEqualTo(RESULT);
        assertThat(numbers()).doesNotContainAnyElementsOf(numbers.subList(1, 4));
        for (String guest : members("one", 3).subList(1, 4)) {
            assertThat(trial(guest).charges()).as(guest).isEqualTo(1);
        }
    }

    private List<Long> numbers() {
        return family("one").stream().map(member -> member.run().runNumber()).toList();
    }

    @Test
    @Tag("nightly")
    @Tag("L3")
    void C3_L3_workers_that_are_killed_again_and_again_join_each_family_once() throws Exception {
        int guests = 8;
        List<String> runs =
                IntStream.range(0, 100).mapToObj(run -> Party.QUIET + "-" + run).toList();
        try (Runner runner = Runner.builder(opened()).build()) {
            PartyGraph.Runs parties = parties(runner);
            runs.forEach(run -> parties.enqueue(run, Party.Notes.of(run, guests)));
        }
        List<Child> workers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            workers.add(worker(i));
        }
        Random random = new Random(7);
        for (int kill = 0; runs.stream().anyMatch(run -> !trial(run).status().isEnd()); kill++) {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(1_000));
            int victim = random.nextInt(workers.size());
            workers.get(victim).kill();
            workers.set(victim, worker(workers.size() + kill));
        }
        for (String run : runs) {
            assertThat(trial(run).status()).isEqualTo(Status.COMPLETED);
            assertThat(trial(run).count("called")).isEqualTo(1);
            assertThat(trial(run).count("joined")).isEqualTo(1);
            assertThat(family(run))
                    .extracting(member -> member.run().id())
                    .containsExactlyElementsOf(members(run, guests));
            members(run, guests).forEach(member -> assertThat(ends(member)).isEqualTo(1));
            for (String guest : members(run, guests).subList(1, guests + 1)) {
                assertThat(trial(guest).charges()).as(guest).isEqualTo(1);
            }
        }
    }

    private Child worker(int number) throws Exception {
        String name = "worker-" + number;
        return keep(Child.start(
                folder.resolve(name), List.of(), program().taking(20).in(name).arguments(Role.WORK_PARTIES, "")));
    }
}
