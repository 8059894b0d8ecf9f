package io.stepgraph.postgres;

import io.stepgraph.engine.store.BranchCheckpoint;
import io.stepgraph.engine.store.Commit;
import io.stepgraph.engine.store.Lease;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.jdbc.CommitQueue;
import io.stepgraph.jdbc.JsonArrays;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.Json;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Commits steps after which a run continues: nearly all commits. Those that come while one is on its way to the server share
 * the next statement, and so one wait for the disk, while each of them is written or not for itself.
 */
final class PostgresSteps {
    /** For a larger state, the transfer takes so long that a shared round trip gains nothing. */
    private static final int LARGEST_TO_SHARE = 32 * 1024;

    private static final int MOST_HELD = 1_000;

    private final CommitQueue<Step> queue = new CommitQueue<>(this::serve);

    /** Runs whose rows somebody holds, as far as is known: they wait by themselves, and nobody with them. */
    private final Set<RunKey> held = ConcurrentHashMap.newKeySet();

    private final PostgresSession session;

    PostgresSteps(PostgresSession session) {
        this.session = session;
    }

    /** A commit and its result. */
    private static final class Step extends CommitQueue.Member {
        private final Lease lease;
        private final Commit commit;
        private Fate fate = Fate.TO_BE_SENT_ALONE;
        private @Nullable RuntimeException trouble;

        Step(Lease lease, Commit commit) {
            this.lease = lease;
            this.commit = commit;
        }

        BranchCheckpoint checkpoint() {
            return commit.checkpoint();
        }

        void isWritten(boolean written) {
            fate = written ? Fate.WRITTEN : Fate.NOT_WRITTEN;
        }
    }

    private enum Fate {
        WRITTEN,
        NOT_WRITTEN,
        TO_BE_SENT_ALONE
    }

    /** Whether it was written. */
    boolean commit(Lease lease, Commit commit) {
        Step step = new Step(lease, commit);
        if (size(commit) <= LARGEST_TO_SHARE && !held.contains(lease.key())) {
            queue.serve(step);
        }
        if (step.trouble != null) {
            throw step.trouble;
        }
        if (step.fate == Fate.TO_BE_SENT_ALONE) {
            writeAlone(step);
        }
        return step.fate == Fate.WRITTEN;
    }

    private void serve(List<Step> steps) {
        try {
            if (steps.size() == 1) {
                writeAlone(steps.get(0));
            } else {
                writeTogether(steps);
            }
        } catch (RuntimeException failed) {
            for (Step step : steps) {
                step.trouble = failed.getCause() instanceof SQLException cause
                        ? session.trouble(step.lease.key(), cause)
                        : failed;
            }
        }
    }

    private void writeTogether(List<Step> steps) {
        try {
            Set<Integer> written = session.call("A group of runs", sql -> writeTogether(sql, steps));
            for (int i = 0; i < steps.size(); i++) {
                steps.get(i).isWritten(written != null && written.contains(i + 1));
            }
        } catch (StepgraphException failed) {
            if (!PostgresErrors.mayConcernOneOnly(failed)) {
                throw failed;
            }
            // Which one, each finds out in its own thread.
            steps.forEach(step -> step.fate = Fate.TO_BE_SENT_ALONE);
        }
    }

    private void writeAlone(Step step) {
        RunKey key = step.lease.key();
        try {
            step.isWritten(Boolean.TRUE.equals(session.call(key, sql -> write(sql, step.lease, step.commit))));
            held.remove(key);
        } catch (StoreUnavailableException failed) {
            if (PostgresErrors.isHeld(failed)) {
                if (held.size() >= MOST_HELD) {
                    // Most of them were taken over since, or given up.
                    held.clear();
                }
                held.add(key);
            } else {
                held.remove(key);
            }
            throw failed;
        }
    }

    /** Writes one commit by itself; false if it was not written. */
    static boolean write(PostgresSession.Sql sql, Lease lease, Commit commit) throws SQLException {
        try (NamedStatement statement = sql.of(PostgresSql.COMMIT_STEP)) {
            return statement.set(lease, commit).set("lease", lease.length()).any();
        }
    }

    private static Set<Integer> writeTogether(PostgresSession.Sql sql, List<Step> steps) throws SQLException {
        try (NamedStatement statement = sql.of(PostgresSql.COMMIT_STEPS)) {
            List<Integer> places = statement
                    .set("runs", "bigint", numbers(steps, step -> step.lease.runNumber()))
                    .set("scopes", "text", texts(steps, step -> step.lease.key().namespace()))
                    .set("tokens", "bigint", numbers(steps, step -> step.lease.fencingToken()))
                    .set(
                            "leases",
                            "bigint",
                            numbers(steps, step -> step.lease.length().toMillis()))
                    .set("revisions", "bigint", numbers(steps, step -> step.commit.revision()))
                    .set("controls", "bigint", numbers(steps, step -> step.commit.commandVersion()))
                    .set("fingerprints", "text", texts(steps, step -> step.commit.fingerprint()))
                    .set("names", "text", texts(steps, step -> step.checkpoint().step()))
                    .set(
                            "visits",
                            "bigint",
                            numbers(steps, step -> step.checkpoint().visit()))
                    .set(
                            "attempts",
                            "bigint",
                            numbers(steps, step -> step.checkpoint().attempt()))
                    .set(
                            "crashes",
                            "bigint",
                            numbers(steps, step -> step.checkpoint().crashes()))
                    .set(
                            "budgets",
                            "bigint",
                            numbers(steps, step -> step.checkpoint().budgetStartVisit()))
                    .set(
                            "gate_state",
                            "bytea",
                            documents(steps, step -> step.checkpoint().gateState()))
                    .set(
                            "inputs",
                            "bytea",
                            documents(steps, step -> step.checkpoint().input()))
                    .set("states", "bytea", documents(steps, step -> step.commit.newState()))
                    .set(
                            "counts",
                            "bigint",
                            numbers(steps, step -> step.commit.events().size()))
                    .set("events", "bytea", documents(steps, step -> JsonArrays.of(step.commit.events())))
                    .allOfSecond(row -> row.getInt("place"));
            return new HashSet<>(places);
        }
    }

    private static byte[] @Nullable [] documents(List<Step> steps, Function<Step, @Nullable Json> document) {
        byte[] @Nullable [] utf8 = new byte[steps.size()][];
        for (int i = 0; i < utf8.length; i++) {
            Json found = document.apply(steps.get(i));
            utf8[i] = found == null ? null : found.utf8();
        }
        return utf8;
    }

    private static Long[] numbers(List<Step> steps, ToLongFunction<Step> number) {
        return steps.stream().mapToLong(number).boxed().toArray(Long[]::new);
    }

    private static String[] texts(List<Step> steps, Function<Step, String> text) {
        return steps.stream().map(text).toArray(String[]::new);
    }

    private static long size(Commit commit) {
        long size = size(commit.newState()) + size(commit.checkpoint().input());
        for (Json event : commit.events()) {
            size += event.size();
        }
        return size;
    }

    private static long size(@Nullable Json document) {
        return document == null ? 0 : document.size();
    }
}
