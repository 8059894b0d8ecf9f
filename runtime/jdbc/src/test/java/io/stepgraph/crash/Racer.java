package io.stepgraph.crash;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.RunClient;
import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.Runner;
import io.stepgraph.runtime.StaleAnswer;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.store.Store;
import io.stepgraph.testkit.CrashPoints;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The program that races with others: starts, cancels, answers and takes over the same runs, changes their mode, and says how
 * each ended.
 */
final class Racer {
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final int ONE_IN = 20;

    private Racer() {}

    /** Takes the store, the folder of the race, the name of this process, how many runs there are, and a seed. */
    public static void main(String[] args) {
        CrashPoints points = CrashPoints.fromSystemProperties();
        String name = args[2];
        Random random = new Random(Long.parseLong(args[4]));
        List<Integer> order = new ArrayList<>();
        for (int run = 0; run < Integer.parseInt(args[3]); run++) {
            order.add(run);
        }
        Collections.shuffle(order, random);
        try (Store store = points.around(Stores.open(args[0]));
                Runner runner = Runner.builder(store).lease(LEASE).build()) {
            points.reach("begin");
            for (int run : order) {
                String id = "run-" + run;
                Performer performer = new Performer(points, Path.of(args[1]).resolve(id), name);
                RunClient<Notes, Journey.Step> runs = runner.client(new Journey(1), performer, id);
                if (random.nextInt(ONE_IN) == 0) {
                    Traveller.patiently(() -> change(() -> runs.cancel(id, name)));
                } else if (random.nextBoolean()) {
                    Traveller.patiently(() -> change(() -> runs.mode(id, PermissionMode.ACCEPT_EDITS, name)));
                }
                Stop<Journey.Step> stop = Traveller.patiently(() -> finish(runs, id, name));
                System.out.println(id + " " + Traveller.said(stop));
            }
        }
    }

    private static boolean change(Runnable control) {
        try {
            control.run();
            return true;
        } catch (RunNotFound early) {
            return false;
        }
    }

    private static Stop<Journey.Step> finish(RunClient<Notes, Journey.Step> runs, String id, String name) {
        Stop<Journey.Step> stop = runs.run(id, Notes.atStart(), null);
        while (stop instanceof Stop.Asked<Journey.Step> asked) {
            try {
                stop = runs.answer(asked.ticket(), new Journey.Approved(name));
            } catch (StaleAnswer late) {
                stop = runs.resume(id);
            }
        }
        return stop;
    }
}
