package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reading part of a {@link Store}. A console or a command line needs no more than this. Each call reads one moment of the
 * store; {@link StoreUnavailableException} means that the store does not answer.
 */
public interface RunReader {

    /**
     * Reads a run.
     *
     * @param key its name
     * @return the run, or null if there is none
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored data cannot be read
     */
    @Nullable StoredRun find(RunKey key);

    /**
     * Reads where a run stands, at a cost that does not grow with its state.
     *
     * @param key its name
     * @return its header, or null if there is none
     */
    @Nullable RunHeader summary(RunKey key);

    /**
     * Finds runs that were cut off: they are {@code RUNNING}, but their lease has expired.
     *
     * @param namespace whose
     * @param limit how many at most; not below zero
     * @return their keys, in the order in which their leases expired
     * @throws IllegalArgumentException if {@code limit} is below zero
     */
    List<RunKey> expired(String namespace, int limit);

    /**
     * Counts the runs that {@link RunWriter#prune} would remove.
     *
     * @param namespace the namespace of the runs
     * @param endedBefore as for {@code prune}
     * @param limit how many runs to count at most; not below zero
     * @return how many runs it would remove
     * @throws IllegalArgumentException if {@code limit} is below zero
     */
    int countPrunable(String namespace, Instant endedBefore, int limit);

    /**
     * Reads a run's log.
     *
     * @param key the run
     * @param after the number of the last event that is known; 0 for all. If it lies within a batch, that batch is read
     * @param batches how many batches to read at most, which is not below zero; there are fewer once they have {@link EventLog#PAGE_BYTES} together
     * @return the events that follow, in order; null if there is no such run
     * @throws IllegalArgumentException if {@code batches} is below zero
     */
    @Nullable EventLog events(RunKey key, long after, int batches);

    /**
     * Reads the questions of a run, in order, with their answers, the answerers and the times (I6).
     *
     * @param key the run
     * @return its questions; empty if it has asked none, or there is no such run
     */
    List<StoredQuestion> questions(RunKey key);

    /**
     * Reads the state that the last ended run of a thread left.
     *
     * @param key the thread
     * @return null if no run of it has ended
     */
    @Nullable StoredThread thread(ThreadKey key);

    /**
     * Reads a graph, for example to draw the graph of a run.
     *
     * @param name the stable name of the graph
     * @param fingerprint the fingerprint that the {@linkplain StoredRun#fingerprint run} has
     * @return the graph as JSON; null if no runner has saved it
     */
    @Nullable Json graph(String name, String fingerprint);

    /**
     * Begins to notify about changes by other processes, if the store has a faster way than polling. This costs their commits
     * nothing: notifications are sent beside commits, never inside. Waiting calls and streams use it; they still poll,
     * because notifications may be lost.
     *
     * @param listener the receiver
     * @return the hints, to be closed; {@link ChangeNotifications#NONE} if the store gives none, as is usual
     */
    default ChangeNotifications changeNotifications(ChangeNotifications.Listener listener) {
        return ChangeNotifications.NONE;
    }
}
