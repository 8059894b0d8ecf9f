package io.stepgraph.crash;

import io.stepgraph.store.Status;
import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** One run of the long form: who brings it on its way, where they are cut, and who comes from outside, is left to chance. */
final class ChanceTrial {
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration LONG_DELAY = Duration.ofMillis(2_600);
    private static final int MOST_LIVES = 12;
    private static final int LONGEST_LIFE = 150;

    private final Random random;
    private final Tally tally;
    private final Cuts cuts;
    private final Trial trial;
    private final boolean isSlow;
    private final boolean mayBeCancelled;

    ChanceTrial(String store, Path folder, Random random, Tally tally) throws IOException {
        this.random = random;
        this.tally = tally;
        this.cuts = new Cuts(random);
        boolean isDelayedLong = oneIn(10);
        this.isSlow = oneIn(10);
        this.mayBeCancelled = oneIn(4);
        this.trial = isDelayedLong || isSlow
                ? new Trial(store, folder, LEASE, isDelayedLong ? LONG_DELAY : Duration.ofMillis(20))
                : Trial.inFolder(store, folder);
        if (oneIn(3)) {
            trial.keepingTickets();
        }
        if (oneIn(3)) {
            trial.deletedAfterItsEnd();
        } else if (oneIn(2)) {
            trial.inThread();
        }
    }

    private boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    /** Lets it come to its end; what was violated, empty if nothing. */
    List<String> run() throws IOException, InterruptedException, SQLException {
        boolean goesOn = true;
        for (int life = 0; goesOn && !trial.isGone() && life < MOST_LIVES; life++) {
            Stranger.@Nullable Deed deed = deed();
            if (deed != null) {
                disturb(deed);
            } else if (isSlow && oneIn(2)) {
                goesOn = liveSlowly();
            } else {
                goesOn = live();
            }
        }
        return trial.end();
    }

    /** The next command from outside. Null if there is none. */
    private Stranger.@Nullable Deed deed() {
        Status status = trial.status();
        if (status == null) {
            return null;
        }
        if (status == Status.FAILED) {
            return Stranger.Deed.RETRY;
        }
        if (mayBeCancelled && oneIn(4)) {
            return Stranger.Deed.CANCEL;
        }
        if (status == Status.RUNNING && oneIn(4)) {
            return Stranger.Deed.REAP;
        }
        if (status == Status.WAITING && oneIn(2)) {
            return Stranger.Deed.SUBMIT;
        }
        return oneIn(10) ? Stranger.Deed.RAISE_MODE : null;
    }

    private void disturb(Stranger.Deed deed) throws IOException, InterruptedException, SQLException {
        List<FaultPoint> chosen = new ArrayList<>();
        if (oneIn(3)) {
            chosen.addAll(cuts.silences(deed));
        }
        if (!oneIn(4)) {
            chosen.add(cuts.halt(deed));
        }
        try (Child child = trial.begin(deed, chosen.toArray(FaultPoint[]::new))) {
            trial.look(deed, child);
            tally.count(child, chosen, false);
        }
    }

    private boolean live() throws IOException, InterruptedException, SQLException {
        List<FaultPoint> chosen = new ArrayList<>();
        if (oneIn(3)) {
            chosen.addAll(cuts.silences(trial.done()));
        }
        boolean isKilled = oneIn(4);
        if (!isKilled) {
            chosen.add(cuts.halt(trial.done()));
        }
        try (Child child = trial.begin(chosen.toArray(FaultPoint[]::new))) {
            if (isKilled) {
                child.awaitBegin();
                child.killAfter(random.nextInt(LONGEST_LIFE));
            }
            boolean goesOn = trial.look(child);
            tally.count(child, chosen, goesOn && isKilled);
            return goesOn;
        }
    }

    /** A step takes so long that the lease is renewed, and the process dies doing so. */
    private boolean liveSlowly() throws IOException, InterruptedException, SQLException {
        List<FaultPoint> chosen = cuts.atRenewal(trial.done());
        try (Child child = trial.begin(chosen.toArray(FaultPoint[]::new))) {
            boolean goesOn = trial.look(child);
            tally.count(child, chosen.subList(1, chosen.size()), false);
            return goesOn;
        }
    }
}
