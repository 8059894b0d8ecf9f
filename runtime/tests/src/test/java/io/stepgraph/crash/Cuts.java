package io.stepgraph.crash;

import io.stepgraph.testkit.store.FaultPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Chooses where to cut next, by chance, among the places that a run still has before it. */
final class Cuts {
    private static final List<String> OPERATIONS =
            List.of("start", "find", "acquire", "answer", "acquireAnswered", "summary", "release");
    private static final int OF_TEN_AT_COMMITS = 5;
    private static final int OF_TEN_AT_OTHER_CALLS = 7;
    private static final int OF_TEN_INSIDE_STEPS = 9;
    private static final int SEVERAL = 4;

    private final Random random;

    Cuts(Random random) {
        this.random = random;
    }

    /** A place to die at, with so many attempts done. */
    FaultPoint halt(int done) {
        return switch (kind()) {
            case 0 -> FaultPoint.halt(anySide() + "commit", 1 + random.nextInt(left(done)));
            case 1 -> FaultPoint.halt(anySide() + anyOperation(), 1 + random.nextInt(2));
            case 2 -> FaultPoint.halt("inside-" + anyStep(done), 1);
            default -> FaultPoint.halt("waiting", 1);
        };
    }

    /** Calls that the store does not answer, or too late. */
    List<FaultPoint> silences(int done) {
        List<FaultPoint> cuts = new ArrayList<>();
        int count = 1 + random.nextInt(SEVERAL);
        for (int i = 0; i < count; i++) {
            boolean isCommit = kind() == 0;
            String operation = isCommit ? "commit" : anyOperation();
            int time = 1 + random.nextInt(isCommit ? left(done) + i : 2);
            cuts.add(
                    random.nextBoolean()
                            ? FaultPoint.silence(anySide() + operation, time)
                            : FaultPoint.delay("before-" + operation, time));
        }
        return cuts;
    }

    /**
     * A step that pauses, and after it a renewal at which the process dies; by chance, the renewal before is not answered.
     */
    List<FaultPoint> atRenewal(int done) {
        int at = Math.min(done, Journey.UNDISTURBED.size() - 1);
        int time = 1 + random.nextInt(2);
        List<FaultPoint> cuts = new ArrayList<>();
        cuts.add(FaultPoint.pause("inside-" + Journey.UNDISTURBED.get(at).step(), 1));
        cuts.add(FaultPoint.halt(anySide() + "renew", time));
        if (time > 1) {
            cuts.add(FaultPoint.silence(anySide() + "renew", 1));
        }
        return cuts;
    }

    /** A place to die at for one who comes from outside. */
    FaultPoint halt(Stranger.Deed deed) {
        return FaultPoint.halt(anySide() + any(deed), 1);
    }

    /** Calls of one who comes from outside that the store does not answer, or too late. */
    List<FaultPoint> silences(Stranger.Deed deed) {
        String operation = any(deed);
        return List.of(
                random.nextBoolean()
                        ? FaultPoint.silence(anySide() + operation, 1)
                        : FaultPoint.delay("before-" + operation, 1));
    }

    private String any(Stranger.Deed deed) {
        List<String> operations = switch (deed) {
            case CANCEL -> List.of("command", "command", "release");
            case RAISE_MODE -> List.of("command");
            case REAP -> List.of("expired", "find", "end", "end");
            case RETRY -> List.of("acquire", "commit");
            case SUBMIT -> List.of("recordAnswer");
        };
        return operations.get(random.nextInt(operations.size()));
    }

    private int kind() {
        int chance = random.nextInt(10);
        return chance < OF_TEN_AT_COMMITS
                ? 0
                : chance < OF_TEN_AT_OTHER_CALLS ? 1 : chance < OF_TEN_INSIDE_STEPS ? 2 : 3;
    }

    private String anySide() {
        return random.nextBoolean() ? "before-" : "after-";
    }

    private String anyOperation() {
        return OPERATIONS.get(random.nextInt(OPERATIONS.size()));
    }

    private String anyStep(int done) {
        int at = Math.min(done, Journey.UNDISTURBED.size() - 1);
        return Journey.UNDISTURBED
                .get(at + random.nextInt(Journey.UNDISTURBED.size() - at))
                .step();
    }

    private static int left(int done) {
        return Math.max(1, Journey.UNDISTURBED.size() - done);
    }
}
