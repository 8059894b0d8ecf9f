package io.stepgraph.crash;

import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.StoredThread;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;

/**
 * Where a run stands.
 *
 * @param done how many attempts are done for good: the number of the one that is to be made next
 * @param isGone whether its end has removed it
 */
record Place(int done, boolean isGone) {
    static final Place START = new Place(0, false);

    private static final int END = Journey.UNDISTURBED.size();
    private static final int STEPS = 6;
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * As it is stored. One that was cancelled and removed stands where it stood.
     *
     * @param before where it stood before
     * @param run null if there is none
     * @param log its log
     * @param left what it has left to its thread
     */
    static Place of(Place before, @Nullable StoredRun run, @Nullable StoredLog log, @Nullable StoredThread left) {
        if (run == null || log == null) {
            return left == null ? START : new Place(hasReported(left) ? END : before.done, true);
        }
        if (run.status() == Status.COMPLETED) {
            return new Place(END, false);
        }
        // Opened again, one that has failed has all its attempts before it.
        int attempt = run.status() == Status.FAILED ? 1 : run.checkpoint().attempt();
        Journey.Attempt next =
                new Journey.Attempt(run.checkpoint().step(), run.checkpoint().visit(), attempt);
        // Its question is stored, and the run stays there until it is answered.
        boolean hasAsked = next.step().equals("ask") && log.count("question-asked") > 0;
        return new Place(Journey.UNDISTURBED.indexOf(next) + (hasAsked ? 1 : 0), false);
    }

    private static boolean hasReported(StoredThread left) {
        return JSON.readTree(left.state().utf8()).path("lines").size() == STEPS;
    }

    boolean isAtEnd() {
        return done == END;
    }
}
