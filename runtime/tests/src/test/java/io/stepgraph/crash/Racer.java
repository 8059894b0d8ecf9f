package io.stepgraph.crash;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.CrashPoints;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The program that races with others: starts, cancels, answers and takes over the same runs, lets their questions expire and
 * them park, and changes their mode. It comes to each run twice: first in a mode in which none comes to its end, and leaving
 * some as they are; then it finishes them, and says how each ended.
 */
final class Racer {
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final int ONE_IN = 20;

    // One for all, as generated code has it: a runner keeps what it has prepared for each graph.
    private final Contest contest = new Contest();
    private final CrashPoints points;
    private final Path folder;
    private final String name;
    private final Random random;

    private Racer(CrashPoints points, Path folder, String name, Random random) {
        this.points = points;
        this.folder = folder;
        this.name = name;
        this.random = random;
    }

    /** Takes the store, the folder of the race, the name of this process, how many runs there are, and a seed. */
    public static void main(String[] args) {
        CrashPoints points = CrashPoints.fromSystemProperties();
        Random random = new Random(Long.parseLong(args[4]));
        List<String> all = new ArrayList<>();
        for (int run = 0; run < Integer.parseInt(args[3]); run++) {
            all.add("run-" + run);
        }
        List<String> order = new ArrayList<>(all);
        Collections.shuffle(order, random);
        Racer racer = new Racer(points, Path.of(args[1]), args[2], random);
        try (Store store = points.around(Stores.open(args[0]));
                Runner low = Runner.builder(store).lease(LEASE).build();
                Runner high = Runner.builder(store)
                        .lease(LEASE)
                        .maxMode(PermissionMode.ACCEPT_EDITS)
                        .build()) {
            points.reach("begin");
            for (String id : order) {
                racer.push(racer.runs(low, id), id);
            }
            // In the same order as all others, to be at the same run.
            for (String id : all) {
                RunClient<Notes, Contest.Step> runs = racer.runs(high, id);
                RunOutcome<Contest.Step> outcome = Traveller.patiently(() -> racer.finish(runs, id));
                System.out.println(id + " " + Traveller.said(outcome));
            }
        }
    }

    private RunClient<Notes, Contest.Step> runs(Runner runner, String id) {
        return runner.client(contest, new Performer(points, folder.resolve(id), name), id);
    }

    /** Brings a run some way. */
    private void push(RunClient<Notes, Contest.Step> runs, String id) {
        if (random.nextInt(ONE_IN) == 0) {
            Traveller.patiently(() -> change(() -> runs.cancel(id, name)));
        } else if (random.nextBoolean()) {
            Traveller.patiently(() -> change(() -> runs.mode(id, PermissionMode.ACCEPT_EDITS, name)));
        }
        boolean answers = random.nextBoolean();
        RunOutcome<Contest.Step> outcome = Traveller.patiently(() -> runs.run(id, Notes.atStart(), null));
        if (answers && outcome instanceof RunOutcome.QuestionAsked<Contest.Step> asked) {
            Traveller.patiently(() -> answer(runs, id, asked));
        }
    }

    private static boolean change(Runnable commandVersion) {
        try {
            commandVersion.run();
            return true;
        } catch (RunNotFoundException early) {
            return false;
        }
    }

    private RunOutcome<Contest.Step> finish(RunClient<Notes, Contest.Step> runs, String id) {
        RunOutcome<Contest.Step> outcome = runs.run(id, Notes.atStart(), null);
        while (true) {
            if (outcome instanceof RunOutcome.QuestionAsked<Contest.Step> asked) {
                outcome = answer(runs, id, asked);
            } else if (outcome instanceof RunOutcome.Parked<Contest.Step>) {
                runs.mode(id, PermissionMode.ACCEPT_EDITS, name);
                outcome = runs.resume(id);
            } else {
                return outcome;
            }
        }
    }

    private RunOutcome<Contest.Step> answer(
            RunClient<Notes, Contest.Step> runs, String id, RunOutcome.QuestionAsked<Contest.Step> asked) {
        try {
            return runs.answer(asked.ticket(), new Journey.Approved(name));
        } catch (StaleAnswerException late) {
            return runs.resume(id);
        }
    }
}
