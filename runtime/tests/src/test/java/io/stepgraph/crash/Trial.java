package io.stepgraph.crash;

import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One run through the lives of several processes, each cut somewhere. Looks at the store between them, and collects what a
 * reader of the rules would call a violation: a step performed that was already durable, an attempt burned, a crash counted
 * where nobody died owning, a log with a gap, something left of a run that was to be removed, a thread that is not free.
 */
final class Trial {
    static final RunKey KEY = new RunKey("default", Traveller.RUN);

    private final String storeName;
    private final Path folder;
    private final Duration lease;
    private final Duration delay;
    private Retention retention = Retention.KEEP_OUTCOME;
    private @Nullable String thread;
    private final List<String> violations = new ArrayList<>();
    private final List<String> history = new ArrayList<>();
    private final Crashes crashes = new Crashes();
    private @Nullable StoredRun seen;
    private Place place = Place.START;
    private @Nullable String outcome;
    private boolean isToBeCancelled;
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

    /** Lets the run be of a thread. */
    Trial inThread() {
        thread = "trip";
        return this;
    }

    /** Lets the run be deleted after its end; in a thread, since that tells what the run left. */
    Trial deletedAfterItsEnd() {
        retention = Retention.DELETE_ON_END;
        return inThread();
    }

    /** Starts the program once more. */
    Child begin(FaultPoint... cuts) throws IOException {
        lives++;
        history.add("life " + lives + " cut at " + List.of(cuts));
        return Child.start(Traveller.class, folder.resolve("life-" + lives), List.of(cuts), storeName, arguments());
    }

    /** Lets somebody come from outside. For one who reaps, all leases are over. */
    Child begin(Stranger.Deed deed, FaultPoint... cuts) throws IOException, SQLException {
        if (deed == Stranger.Deed.REAP) {
            Stores.of(storeName).endLeases(storeName);
        }
        lives++;
        history.add("life " + lives + " to " + deed + ", cut at " + List.of(cuts));
        isToBeCancelled |= deed == Stranger.Deed.CANCEL;
        String[] arguments = Arrays.copyOf(arguments(), arguments().length + 1);
        arguments[arguments.length - 1] = deed.name();
        return Child.start(Stranger.class, folder.resolve("life-" + lives), List.of(cuts), storeName, arguments);
    }

    private String[] arguments() {
        List<String> all = new ArrayList<>(List.of(
                folder.toString(),
                "process-" + lives,
                Long.toString(lease.toMillis()),
                Long.toString(delay.toMillis()),
                retention.name()));
        if (thread != null) {
            all.add(thread);
        }
        return all.toArray(String[]::new);
    }

    /**
     * Lets the program live until it ends or dies.
     *
     * @return whether it was killed
     */
    boolean live(FaultPoint... cuts) throws IOException, InterruptedException, SQLException {
        try (Child child = begin(cuts)) {
            return look(child);
        }
    }

    /**
     * Lets somebody come from outside, who lives until it ends or dies.
     *
     * @return whether it was killed
     */
    boolean live(Stranger.Deed deed, FaultPoint... cuts) throws IOException, InterruptedException, SQLException {
        try (Child child = begin(deed, cuts)) {
            return look(deed, child);
        }
    }

    /** Looks at what somebody from outside has left behind. */
    boolean look(Stranger.Deed deed, Child child) throws IOException, InterruptedException, SQLException {
        boolean isKilled = look(child);
        outcome = null;
        if (!isKilled
                && deed == Stranger.Deed.CANCEL
                && seen != null
                && !seen.status().isEnd()) {
            violations.add("was cancelled, and has not ended: " + seen);
        }
        return isKilled;
    }

    /** Lets somebody come from outside and die, while the run has a living owner. */
    void die(Stranger.Deed deed, FaultPoint faultPoint) throws IOException, InterruptedException, SQLException {
        try (Child child = begin(deed, faultPoint)) {
            if (child.end() != Child.KILLED) {
                violations.add("was not killed: " + child);
            }
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
        Place before = place;
        Stores.of(storeName).awaitSilence(storeName);
        try (Store store = Stores.open(storeName)) {
            seen = store.find(KEY);
            StoredLog log = seen == null ? null : StoredLog.read(store, seen);
            if (log != null) {
                violations.addAll(log.violations());
            }
            place = Place.of(before, seen, log, left(store));
        }
        boolean isReaped = now.isEmpty() && status() == Status.FAILED;
        check(isReaped ? place.done() : before.done(), now, place.done());
        crashes.look(seen, isKilled, violations);
        if (!isKilled && status != 0) {
            violations.add("the program ended with " + status + ": " + child);
        }
        outcome = isKilled ? null : said(child);
        return isKilled;
    }

    /** How many attempts are done for good. */
    int done() {
        return place.done();
    }

    /** The stored run. */
    StoredRun seen() {
        return Objects.requireNonNull(seen);
    }

    /** Where it is; null if there is none. */
    @Nullable Status status() {
        return seen == null ? null : seen.status();
    }

    /** Whether its end has removed it. */
    boolean isGone() {
        return place.isGone();
    }

    /** Lets it come to its end undisturbed, unless the last process saw to that, and checks what has to hold then. */
    List<String> end() throws IOException, InterruptedException, SQLException {
        if (seen != null && seen.status() == Status.FAILED && live(Stranger.Deed.RETRY)) {
            violations.add("killed by nobody: " + history);
        }
        if (outcome == null && !isGone()) {
            try (Child child = begin()) {
                if (look(child)) {
                    violations.add("killed by nobody: " + child);
                }
            }
        }
        Aftermath aftermath = new Aftermath(storeName, seen, retention);
        boolean isCancelled = seen == null ? !place.isAtEnd() : seen.status() == Status.CANCELLED;
        if (isCancelled && !isToBeCancelled) {
            violations.add("was cancelled by nobody");
        }
        if (outcome != null && !(isCancelled ? outcome.startsWith("Cancelled[") : outcome.equals(Journey.OUTCOME))) {
            violations.add("the outcome is " + outcome);
        }
        violations.addAll(aftermath.ofTheRun(isCancelled, crashes.counted()));
        violations.addAll(thread());
        return violations();
    }

    /** The violations in the thread of an ended run. */
    List<String> thread() {
        return thread == null ? List.of() : new Aftermath(storeName, seen, retention).ofTheThread(thread, folder);
    }

    /** The state that the run has left to its thread. Null if there is none yet. */
    private @Nullable StoredThread left(Store store) {
        return thread == null ? null : store.thread(new ThreadKey(KEY.namespace(), thread));
    }

    /** The violations, each with the history that led to it. Empty if there is none. */
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

    /** The outcome that a process has printed, in any of the processes that did the work. */
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
}
