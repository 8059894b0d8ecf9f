package io.stepgraph.crash;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.store.CrashPoints;
import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Several processes that start, answer, cancel and take over the same runs, let their questions expire, and wake them up where
 * they have parked; some of the processes are killed in the middle.
 */
final class Race {
    private static final FaultPoint BEGIN = FaultPoint.pause("begin", 1);

    /** Fewer than a run takes, so that a process comes to that many, whatever it leaves to others. */
    private static final int COMMITS = 4;

    private final String storeName;
    private final Path folder;
    private final int runs;
    private final List<Child> children = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<String, Integer> happened = new TreeMap<>();

    Race(String storeName, Path folder, int runs) {
        this.storeName = storeName;
        this.folder = folder;
        this.runs = runs;
    }

    /**
     * Lets them race.
     *
     * @param processes how many
     * @param kills how many of them are killed
     * @return what was violated; empty if nothing
     */
    List<String> run(int processes, int kills, Random random) throws Exception {
        return run(processes, kills, random, () -> {});
    }

    /**
     * Lets them race.
     *
     * @param meanwhile what happens once they have begun
     */
    List<String> run(int processes, int kills, Random random, Task meanwhile) throws Exception {
        try {
            for (int i = 0; i < processes; i++) {
                // All begin at once; those to be killed die at one of the commits in the middle.
                FaultPoint end = FaultPoint.halt("before-commit", 1 + random.nextInt(COMMITS * runs / processes));
                children.add(Child.start(
                        Racer.class,
                        folder.resolve("racer-" + i),
                        i < kills ? List.of(BEGIN, end) : List.of(BEGIN),
                        storeName,
                        folder.toString(),
                        "racer-" + i,
                        Integer.toString(runs),
                        Long.toString(random.nextLong())));
            }
            for (Child child : children) {
                child.awaitPause(BEGIN);
            }
            for (Child child : children) {
                child.goOn(BEGIN);
            }
            meanwhile.run();
            check(kills);
        } finally {
            children.forEach(Child::close);
        }
        return violations;
    }

    /** In how many of the runs this has happened, by the events that tell of it. */
    Map<String, Integer> happened() {
        return happened;
    }

    /** Whether all of them have ended. */
    boolean isOver() {
        return children.stream().noneMatch(Child::isAlive);
    }

    private void check(int kills) throws IOException, InterruptedException {
        Map<String, Set<String>> outcomes = new HashMap<>();
        for (Child child : children) {
            int status = child.end();
            if (status != 0 && (status != Child.KILLED || children.indexOf(child) >= kills)) {
                violations.add("ended with " + status + ": " + child);
            }
            for (String line : child.said()) {
                int space = line.indexOf(' ');
                outcomes.computeIfAbsent(line.substring(0, space), id -> new HashSet<>())
                        .add(line.substring(space + 1));
            }
        }
        try (Store store = Stores.open(storeName)) {
            for (int run = 0; run < runs; run++) {
                String id = "run-" + run;
                check(id, store, outcomes.getOrDefault(id, Set.of()), kills);
            }
        }
    }

    private void check(String id, Store store, Set<String> outcomes, int kills) throws IOException {
        StoredRun run = store.find(new RunKey("default", id));
        if (run == null) {
            violations.add(id + ": was not started");
            return;
        }
        StoredLog log = StoredLog.read(store, run);
        List<String> wrong = new ArrayList<>(log.violations());
        if (outcomes.size() != 1) {
            wrong.add("several outcomes: " + outcomes);
        }
        String outcome = String.join("", outcomes);
        if (run.status() == Status.CANCELLED) {
            if (!outcome.contains(log.first("cancelled", "by"))) {
                wrong.add("cancelled by " + log.first("cancelled", "by") + ", and the outcome is " + outcome);
            }
        } else if (run.status() != Status.COMPLETED
                || log.count("answered") + log.count("expired") != 1
                || !outcome.contains(log.count("expired") == 1 ? ", forgo" : ", as " + log.winner() + " said")) {
            wrong.add("ended " + run.status() + " with " + log.count("answered") + " answers and "
                    + log.count("expired") + " expiries, and the outcome is " + outcome);
        }
        if (log.count("parked") > 1 + log.count("taken-over")) {
            wrong.add("parked " + log.count("parked") + " times, and nobody lowers the mode of a run");
        }
        for (String event : List.of("answered", "expired", "parked", "cancelled", "taken-over")) {
            happened.merge(event, Math.min(1, log.count(event)), Integer::sum);
        }
        wrong.addAll(performedTwice(id, kills));
        if (!isFree(store, id)) {
            wrong.add("its thread is not free");
        }
        if (!wrong.isEmpty()) {
            violations.add(id + ": " + wrong + " in " + log);
        }
    }

    /** Whether another run can be started in its thread. */
    private boolean isFree(Store store, String id) {
        try (Runner runner = Runner.builder(store).build()) {
            Performer performer = new Performer(CrashPoints.fromSystemProperties(), folder.resolve("next"), "next");
            runner.client(new Contest(), performer, id).run(id + "-next", Notes.atStart(), null);
            return true;
        } catch (ThreadBusyException busy) {
            return false;
        }
    }

    /** Only what one who was killed had begun may have been done again. */
    private List<String> performedTwice(String id, int kills) throws IOException {
        List<String> twice = new ArrayList<>();
        Map<Journey.Attempt, String> by = new HashMap<>();
        for (Performer.Performed step : Performer.read(folder.resolve(id))) {
            if (!step.isLeft()) {
                String before = by.put(step.attempt(), step.process());
                if (before != null && Integer.parseInt(before.substring("racer-".length())) >= kills) {
                    twice.add(step.attempt() + " by " + before + " and " + step.process());
                }
            }
        }
        return twice;
    }
}
