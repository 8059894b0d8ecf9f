package io.stepgraph.crash;

import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An owner that is frozen at a place until its lease is over and another process has taken its run over, and then wakes up. */
final class Zombie {
    private static final Pattern PROCESS = Pattern.compile("@process-(\\d)");

    private static final int COMMIT_OF_QUESTION = 6;
    private static final int STEPS_TO_QUESTION = 4;
    private static final int STEPS = 6;

    private final String storeName;
    private final Path folder;
    private final Trial trial;

    Zombie(String storeName, Path folder, Duration lease) throws IOException {
        this.storeName = storeName;
        this.folder = folder;
        this.trial = new Trial(storeName, folder, lease, Duration.ofMillis(20));
    }

    /** The violations if it wakes up when the other one has ended the run. Empty if there is none. */
    List<String> wakeUpAfter(FaultPoint faultPoint) throws IOException, InterruptedException {
        try (Child zombie = trial.begin(faultPoint)) {
            @Nullable StoredRun left = freeze(zombie, faultPoint);
            int performed = performed().size();
            try (Child heir = trial.begin()) {
                heir.end();
                zombie.thaw();
                zombie.end();
                List<String> wrong = new ArrayList<>(check("at " + faultPoint.at(), zombie, heir, left, STEPS));
                wrong.addAll(begunBy("process-1", performed));
                return wrong;
            }
        }
    }

    /** The violations if it wakes up before one of its commits while the other one is at the same step. */
    List<String> wakeUpDuring(int commit) throws IOException, InterruptedException {
        FaultPoint before = FaultPoint.pause("before-commit", commit);
        FaultPoint refused = FaultPoint.pause("after-commit", commit);
        FaultPoint atWork = FaultPoint.pause("before-commit", 1);
        try (Child zombie = trial.begin(before, refused)) {
            @Nullable StoredRun left = freeze(zombie, before);
            try (Child heir = trial.begin(atWork)) {
                heir.awaitPause(atWork);
                zombie.thaw();
                zombie.awaitPause(refused);
                heir.goOn(atWork);
                zombie.goOn(refused);
                heir.end();
                zombie.end();
                // Both wait for the same question then, and the first answer counts.
                int ofTheHeir = commit <= COMMIT_OF_QUESTION ? STEPS_TO_QUESTION : STEPS;
                return check("during " + before.at(), zombie, heir, left, ofTheHeir);
            }
        }
    }

    private List<Performer.Performed> performed() throws IOException {
        return Performer.read(folder.resolve("performed"));
    }

    /** The steps that a process has entered since so much was performed: those of a zombie act outside all the same. */
    private List<String> begunBy(String process, int before) throws IOException {
        List<Performer.Performed> all = performed();
        return all.subList(before, all.size()).stream()
                .filter(step -> !step.isLeft() && step.process().equals(process))
                .map(step -> "a zombie has begun " + step)
                .toList();
    }

    /** Its progress when it is frozen; it continues from there when it is thawed. */
    private @Nullable StoredRun freeze(Child zombie, FaultPoint faultPoint) throws IOException, InterruptedException {
        zombie.awaitPause(faultPoint);
        zombie.freeze();
        zombie.goOn(faultPoint);
        try (Store store = Stores.open(storeName)) {
            return store.find(Trial.KEY);
        }
    }

    private List<String> check(String when, Child zombie, Child heir, @Nullable StoredRun left, int ofTheHeir)
            throws IOException {
        List<String> wrong = new ArrayList<>();
        if (!Trial.said(heir).equals(Journey.OUTCOME) || !zombie.said().equals(heir.said())) {
            wrong.add("the two were told different outcomes, or wrong ones");
        }
        long durable = left == null ? 0 : stepsDone(left);
        List<String> workers = PROCESS.matcher(String.join("", heir.said()))
                .results()
                .map(MatchResult::group)
                .toList();
        for (int step = 0; step < Math.min(workers.size(), ofTheHeir); step++) {
            if (!workers.get(step).equals(step < durable ? "@process-1" : "@process-2")) {
                wrong.add("step " + step + " by " + workers.get(step) + ", with " + durable + " done before");
            }
        }
        StoredLog log = trial.log();
        wrong.addAll(log.violations());
        boolean wasOwner = left != null && left.status() == Status.RUNNING;
        if (!log.story().equals(Journey.STORY) || log.count("taken-over") != (wasOwner ? 1 : 0)) {
            wrong.add("the log tells " + log);
        }
        return wrong.isEmpty()
                ? wrong
                : List.of("a zombie " + when + ": " + String.join("\n  ", wrong) + "\n  " + zombie + "\n  " + heir);
    }

    private static long stepsDone(StoredRun run) {
        long visit = run.checkpoint().visit();
        return run.stopReason() instanceof StopReason.QuestionAsked
                        || run.status().isEnd()
                ? visit
                : visit - 1;
    }
}
