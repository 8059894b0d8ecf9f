package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The long form of the crash matrix, which {@code -Pcrash} runs: cuts by chance until there were enough of them or the time is
 * over. {@code crash.cuts} says how many and {@code crash.seconds} how long, on all stores together, {@code crash.seed} which,
 * and {@code crash.workers} how many runs are cut at once.
 */
@Tag("crash")
@Tag("R4")
@Tag("L1")
@Tag("L3")
abstract class LongCrashMatrix {
    private static final int CUTS = Integer.getInteger("crash.cuts", 1_000) / Stores.values().length;
    private static final int SECONDS = Integer.getInteger("crash.seconds", 1_200) / Stores.values().length;
    static final long SEED = Long.getLong("crash.seed", System.nanoTime());
    private static final int WORKERS =
            Integer.getInteger("crash.workers", 2 * Runtime.getRuntime().availableProcessors());

    @TempDir
    Path folder;

    private final Tally tally = new Tally();

    final Stores stores;

    /** On such a store. */
    LongCrashMatrix(Stores stores) {
        this.stores = stores;
    }

    @Test
    void R4_a_run_ends_like_an_undisturbed_one_wherever_its_processes_are_cut() throws Exception {
        Random seeds = new Random(SEED);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        List<Task> workers = new ArrayList<>();
        for (int worker = 0; worker < WORKERS; worker++) {
            workers.add(() -> {
                while (tally.cuts() < CUTS && System.nanoTime() < until) {
                    long seed;
                    synchronized (seeds) {
                        seed = seeds.nextLong();
                    }
                    tally.add(trial(seed));
                }
            });
        }
        all(workers, WORKERS);
        System.out.println("Cut at random on " + stores + ", seed " + SEED + ": " + tally);

        assertThat(tally.violations()).isEmpty();
        if (System.getProperty("crash.seconds") == null) {
            assertThat(tally.cuts()).as("cuts in the time that there is").isGreaterThanOrEqualTo(CUTS);
            assertThat(tally.places())
                    .as("where something comes from outside, or a lease is renewed")
                    .contains(
                            "before-command",
                            "after-command",
                            "before-recordAnswer",
                            "after-recordAnswer",
                            "before-renew",
                            "after-renew",
                            "before-end",
                            "after-end");
        }
    }

    private List<String> trial(long seed) throws Exception {
        Path here = folder.resolve(Long.toHexString(seed));
        String store = stores.create(Files.createDirectories(here));
        List<String> violations = new ChanceTrial(store, here, new Random(seed), tally).run();
        if (violations.isEmpty()) {
            stores.drop(store);
            delete(here);
        }
        return violations;
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void L1_an_owner_that_wakes_up_too_late_stores_nothing_wherever_it_was_frozen() throws Exception {
        List<FaultPoint> cuts = new ArrayList<>(List.of(
                FaultPoint.pause("before-start", 1),
                FaultPoint.pause("after-start", 1),
                FaultPoint.pause("waiting", 1),
                FaultPoint.pause("before-answer", 1),
                FaultPoint.pause("after-answer", 1)));
        for (Journey.Attempt attempt : Journey.UNDISTURBED) {
            cuts.add(FaultPoint.pause("inside-" + attempt.step(), attempt.attempt()));
        }
        for (int commit = 1; commit <= Journey.UNDISTURBED.size(); commit++) {
            cuts.add(FaultPoint.pause("before-commit", commit));
            cuts.add(FaultPoint.pause("after-commit", commit));
        }
        List<Task> zombies = new ArrayList<>();
        for (FaultPoint faultPoint : cuts) {
            zombies.add(() -> tally.add(zombie(faultPoint.at()).wakeUpAfter(faultPoint)));
        }
        for (int commit = 1; commit <= Journey.UNDISTURBED.size(); commit++) {
            int at = commit;
            zombies.add(() -> tally.add(zombie("during-" + at).wakeUpDuring(at)));
        }
        // Mostly they wait.
        all(zombies, WORKERS);
        System.out.println("Zombies on " + stores + ": " + zombies.size() + ", violations: "
                + tally.violations().size());

        assertThat(tally.violations()).isEmpty();
    }

    @Test
    void L3_of_sixteen_processes_that_race_for_a_hundred_runs_one_wins_each() throws Exception {
        Race race = new Race(stores.create(folder), folder, 100);

        List<String> violations = race.run(16, 4, new Random(SEED));
        System.out.println("Races of 16 processes, 4 of them killed, on " + stores + ": 100, " + race.happened()
                + ", violations: " + violations.size());

        assertThat(violations).isEmpty();
        assertThat(race.happened())
                .extractingByKeys("answered", "expired", "parked")
                .doesNotContain(0);
    }

    private Zombie zombie(String name) throws IOException {
        Path here = Files.createDirectories(folder.resolve(name));
        return new Zombie(stores.create(here), here, CrashMatrix.SHORT_LEASE);
    }

    private static void all(List<Task> tasks, int atOnce) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(atOnce);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (Task task : tasks) {
                futures.add(threads.submit(() -> {
                    task.run();
                    return null;
                }));
            }
            for (Future<?> future : futures) {
                future.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }
}
