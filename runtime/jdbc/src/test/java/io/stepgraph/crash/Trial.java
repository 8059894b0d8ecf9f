package io.stepgraph.crash;

import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Status;
import io.stepgraph.runtime.store.Store;
import io.stepgraph.testkit.Cut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One run through the lives of several processes, each cut somewhere. Looks at the store between them, and collects what a
 * reader of the rules would call a violation: a step performed that was already durable, an attempt burned, a crash counted
 * where nobody died owning, a log with a gap.
 */
final class Trial {
    static final RunKey KEY = new RunKey("default", Traveller.RUN);

    private final String storeName;
    private final Path folder;
    private final Duration lease;
    private final Duration delay;
    private final List<String> violations = new ArrayList<>();
    private final List<String> history = new ArrayList<>();
    private final Crashes crashes = new Crashes();
    private @Nullable RunRecord seen;
    private @Nullable String outcome;
    private int lives;
    private int performed;

    /** A run in a folder of its own, with leases and a long delay of such length. */
    Trial(String storeName, Path folder, Duration lease, Duration delay) throws IOException {
        this.storeName = storeName;
        this.folder = Files.createDirectories(folder);
        this.lease = lease;
        this.delay = delay;
    }

    /** Of the usual kind: nobody's lease ends, and all delays are short. */
    static Trial inFolder(String storeName, Path folder) throws IOException {
        return new Trial(storeName, folder, Duration.ofSeconds(60), Duration.ofMillis(20));
    }

    /** Lets the program keep its ticket, and answer again with it, whatever became of its first answer. */
    Trial keepingTickets() throws IOException {
        Files.createFile(folder.resolve("keeps-tickets"));
        return this;
    }

    /** Starts the program once more. */
    Child begin(Cut... cuts) throws IOException {
        lives++;
        history.add("life " + lives + " cut at " + List.of(cuts));
        return Child.start(
                Traveller.class,
                folder.resolve("life-" + lives),
                List.of(cuts),
                storeName,
                folder.toString(),
                "process-" + lives,
                Long.toString(lease.toMillis()),
                Long.toString(delay.toMillis()));
    }

    /**
     * Lets the program live until it ends or dies.
     *
     * @return whether it was killed
     */
    boolean live(Cut... cuts) throws IOException, InterruptedException, SQLException {
        try (Child child = begin(cuts)) {
            return look(child);
        }
    }

    /**
     * Looks at what a process has left behind, once it is over.
     *
     * @return whether it was killed
     */
    boolean look(Child child) throws IOException, InterruptedException, SQLException {
        int status = child.end();
        boolean isKilled = status == Child.KILLED;
        history.add((isKilled ? "killed" : "ended with " + status + ", saying " + child.said()) + ", having reached "
                + child.reached());
        List<Performer.Performed> all = Performer.read(folder.resolve("performed"));
        List<Performer.Performed> now = all.subList(performed, all.size());
        performed = all.size();
        RunRecord before = seen;
        Stores.of(storeName).awaitSilence(storeName);
        try (Store store = Stores.open(storeName)) {
            seen = store.find(KEY);
        }
        check(Place.of(before), now, Place.of(seen));
        crashes.look(seen, isKilled, violations);
        if (!isKilled && status != 0) {
            violations.add("the program ended with " + status + ": " + child);
        }
        outcome = isKilled ? null : said(child);
        return isKilled;
    }

    /** How many attempts are done for good. */
    int done() {
        return Place.of(seen);
    }

    /** What is stored of the run. */
    RunRecord seen() {
        return Objects.requireNonNull(seen);
    }

    /** Lets it come to its end undisturbed, unless the last process saw to that, and checks what has to hold then. */
    List<String> end() throws IOException, InterruptedException, SQLException {
        if (outcome == null) {
            try (Child child = begin()) {
                if (look(child)) {
                    violations.add("killed by nobody: " + child);
                }
            }
        }
        if (!Journey.OUTCOME.equals(outcome)) {
            violations.add("the outcome is " + outcome);
        }
        StoredLog log = log();
        violations.addAll(log.violations());
        if (!log.story().equals(Journey.STORY)) {
            violations.add("the log tells " + log.story());
        }
        if (log.count("taken-over") != crashes.counted()) {
            violations.add(crashes.counted() + " died while owning, and the log tells of " + log.count("taken-over"));
        }
        return violations();
    }

    /** What was violated, with the history that led to it; empty if nothing. */
    List<String> violations() {
        return violations.isEmpty()
                ? List.of()
                : List.of(folder + ": " + String.join("\n  ", violations) + "\n  " + String.join("\n  ", history));
    }

    StoredLog log() {
        try (Store store = Stores.open(storeName)) {
            return StoredLog.read(store, Objects.requireNonNull(store.find(KEY)));
        }
    }

    /** The outcome that a process has told, whoever did the work. */
    static String said(Child child) throws IOException {
        List<String> lines = child.said();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1).replaceAll(" @process-\\d+", "");
    }

    /** Steps are performed in their order, from where the run stood, and what is durable is never performed again. */
    private void check(int before, List<Performer.Performed> now, int after) {
        int at = before;
        boolean isLeft = true;
        for (Performer.Performed step : now) {
            if (step.isLeft()) {
                isLeft = true;
                continue;
            }
            if (at >= Journey.UNDISTURBED.size() || !Journey.UNDISTURBED.get(at).equals(step.attempt())) {
                violations.add(
                        "performed " + step + " where attempt " + at + " of " + Journey.UNDISTURBED + " was due");
                return;
            }
            at++;
            isLeft = false;
        }
        boolean isCutInside = !now.isEmpty() && after == at - 1;
        boolean isStored = after == at && isLeft;
        if (!isCutInside && !isStored && !(now.isEmpty() && after == before)) {
            violations.add("performed " + now + ", and the run stands at " + after);
        }
    }

    /** Where a run stands, as the number of the attempt that is to be made next. */
    static final class Place {
        private Place() {}

        static int of(@Nullable RunRecord run) {
            if (run == null) {
                return 0;
            }
            if (run.status() == Status.SUCCEEDED) {
                return Journey.UNDISTURBED.size();
            }
            int at = Journey.UNDISTURBED.indexOf(new Journey.Attempt(
                    run.checkpoint().step(),
                    run.checkpoint().visit(),
                    run.checkpoint().attempt()));
            return run.rest() instanceof Rest.Asked ? at + 1 : at;
        }
    }
}
