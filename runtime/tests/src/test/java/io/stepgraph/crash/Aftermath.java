package io.stepgraph.crash;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.store.Retention;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.store.CrashPoints;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The violations in the rows that a run has left behind.
 *
 * @param run as it is stored; null if it is gone
 * @param retention what was to be kept of it
 */
record Aftermath(String storeName, @Nullable StoredRun run, Retention retention) {

    /**
     * Of its log, or of what there is instead.
     *
     * @param died how many have died while owning it, and were taken over from
     */
    List<String> ofTheRun(boolean isCancelled, int died) throws SQLException {
        if (run == null) {
            int rows = Stores.of(storeName).rows(storeName);
            return retention != Retention.DELETE_ON_END || rows > 0
                    ? List.of("it was removed, and there are " + rows + " rows")
                    : List.of();
        }
        List<String> wrong = new ArrayList<>();
        if (retention == Retention.DELETE_ON_END) {
            wrong.add("it was to be removed: " + run);
        }
        StoredLog log;
        try (Store store = Stores.open(storeName)) {
            log = StoredLog.read(store, run);
        }
        List<String> story = log.story();
        int told = isCancelled ? Math.min(story.size() - 1, Journey.STORY.size()) : Journey.STORY.size();
        List<String> expected = new ArrayList<>(Journey.STORY.subList(0, told));
        if (isCancelled) {
            expected.add("cancelled");
        }
        if (!story.equals(expected)) {
            wrong.add("the log tells " + story);
        }
        if (log.count("taken-over") != died) {
            wrong.add(died + " died while owning, and the log tells of " + log.count("taken-over"));
        }
        return wrong;
    }

    /** Of its thread: another run can be started in it, or the same, if that is gone. */
    List<String> ofTheThread(String thread, Path folder) {
        String next = run == null ? Traveller.RUN : Traveller.RUN + "-next";
        try (Store store = Stores.open(storeName);
                Runner runner = Runner.builder(store).build()) {
            Performer performer = new Performer(CrashPoints.fromSystemProperties(), folder.resolve("next"), "next");
            runner.client(new Journey(1), performer, thread).run(next, Notes.atStart(), null);
            return List.of();
        } catch (ThreadBusyException busy) {
            return List.of("its thread is not free: " + busy.getMessage());
        }
    }
}
