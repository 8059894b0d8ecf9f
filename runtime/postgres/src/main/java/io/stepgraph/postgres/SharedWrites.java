package io.stepgraph.postgres;

import io.stepgraph.jdbc.CommitQueue;
import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.RunKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Makes the writes of runs that are executed: nearly all writes. Those that come while one is on its way to the server
 * share the next transaction, and so one round trip and one wait for the disk, while each of them is written or not for
 * itself.
 */
final class SharedWrites {
    /**
     * The size of the largest document that shares a round trip: the transfer of a larger one takes so long that
     * sharing gains nothing.
     */
    private static final int LARGEST_TO_SHARE = 32 * 1024;

    private static final int MOST_HELD = 1_000;

    private final CommitQueue<SharedWrite> queue = new CommitQueue<>(this::serve);

    /** Runs whose rows somebody holds, as far as is known: they wait by themselves, and nobody with them. */
    private final Set<RunKey> held = ConcurrentHashMap.newKeySet();

    private final PostgresSession session;

    SharedWrites(PostgresSession session) {
        this.session = session;
    }

    /** Makes a write; false if it was not written. */
    boolean write(SharedWrite write) {
        long size = write.size()
                + endsOf(write).mapToLong(EffectEndWrite.Place::size).sum();
        if (write.canShare() && size <= LARGEST_TO_SHARE && !held.contains(write.key())) {
            queue.serve(write);
        }
        if (write.isOpen()) {
            writeAlone(write);
        }
        return write.isWritten();
    }

    private void serve(List<SharedWrite> writes) {
        try {
            if (writes.size() == 1 && !writes.get(0).isTransaction()) {
                writeAlone(writes.get(0));
            } else {
                writeTogether(writes);
            }
        } catch (RuntimeException failed) {
            for (SharedWrite write : writes) {
                write.hasFailed(
                        failed.getCause() instanceof SQLException cause ? session.trouble(write.key(), cause) : failed);
            }
        }
    }

    /** They lock their runs in the order in which all do that lock several. */
    private void writeTogether(List<SharedWrite> writes) {
        List<SharedWrite> lastFirst = writes.stream()
                .sorted(Comparator.comparingLong(
                                (SharedWrite write) -> write.lease().runNumber())
                        .reversed())
                .toList();
        try {
            session.call(Subject.of("A group of runs"), tx -> writeTogether(tx, lastFirst));
        } catch (StepgraphException failed) {
            if (!PostgresErrors.mayConcernOneOnly(failed)) {
                throw failed;
            }
            // Which one, each finds out in its own thread.
        }
    }

    private void writeAlone(SharedWrite write) {
        RunKey key = write.key();
        try {
            write.mark(write.isTransaction() ? session.write(key, write::write) : session.call(key, write::write));
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

    /** Some statements in one round trip, and so in one transaction: one for each kind of write that there is. */
    private static boolean writeTogether(Tx tx, List<SharedWrite> writes) throws SQLException {
        List<EffectEndWrite.Place> ends =
                writes.stream().flatMap(SharedWrites::endsOf).toList();
        List<EffectBeginWrite> begins = only(EffectBeginWrite.class, writes);
        List<StepWrite> steps = only(StepWrite.class, writes);
        // What is begun comes after the ends, so that it decides whether the transaction waits for the disk.
        boolean isSynced = writes.stream().anyMatch(SharedWrite::isSynced);
        String statements = PostgresSql.SHARE
                + (ends.isEmpty() ? "" : PostgresSql.END_EFFECTS)
                + (begins.isEmpty() ? "" : isSynced ? PostgresSql.BEGIN_EFFECTS : PostgresSql.BEGIN_EFFECTS_UNSYNCED)
                + (steps.isEmpty() ? "" : PostgresSql.COMMIT_STEPS);
        NamedStatement statement = tx.sql(statements);
        List<NamedStatement.Row<Boolean>> results = new ArrayList<>();
        results.add(settings -> true);
        if (!ends.isEmpty()) {
            EffectEndWrite.set(statement, ends);
            results.add(row -> ends.get(place(row)).isWritten());
        }
        if (!begins.isEmpty()) {
            EffectBeginWrite.set(statement, begins);
            results.add(row -> begins.get(place(row)).begunAt(row.getLong("begun_at")));
        }
        if (!steps.isEmpty()) {
            StepWrite.set(statement, steps);
            results.add(row -> steps.get(place(row)).mark(true));
        }
        statement.executeAll(results);
        // An effect that has not begun may have begun before: it is read alone.
        Stream.concat(only(EffectEndWrite.class, writes).stream(), steps.stream())
                .filter(write -> !write.isWritten())
                .forEach(write -> write.mark(false));
        return true;
    }

    private static Stream<EffectEndWrite.Place> endsOf(SharedWrite write) {
        return write.ends().stream().map(end -> new EffectEndWrite.Place(write, end));
    }

    private static <W extends SharedWrite> List<W> only(Class<W> kind, List<SharedWrite> writes) {
        return writes.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The index of the write that a row is about. */
    private static int place(ResultSet row) throws SQLException {
        return row.getInt("place") - 1;
    }
}
