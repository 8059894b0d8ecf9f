package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link Store} that tells what runs have reported and left, also after their end. Each call reads one
 * moment of the store. Safe for use by many threads.
 */
public interface LogStore {

    /**
     * Reads a run's log.
     *
     * @param key the run
     * @param after the number of the last event that is known; 0 for all. If it lies within a batch, that batch is read
     * @param batches how many batches to read at most, which is not below zero; there are fewer once they have
     *     {@link EventLog#PAGE_BYTES} together
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
     * Saves a graph, in place of what the store has under this name and fingerprint: the messages of its mailboxes may
     * have other fields in a later build, which the fingerprint does not tell (Q5).
     *
     * @param graph the graph
     */
    void saveGraph(StoredGraph graph);
}
