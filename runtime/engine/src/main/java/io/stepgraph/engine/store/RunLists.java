package io.stepgraph.engine.store;

import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link Store} that lists runs, for consoles and inboxes. Each call reads one moment of the store, at a cost
 * that does not grow with the number of stored runs. Safe for use by many threads.
 */
public interface RunLists {

    /**
     * Lists runs of a namespace.
     *
     * @param namespace the namespace
     * @param query which ones
     * @return a page of them
     * @throws io.stepgraph.runtime.CorruptCheckpointException if a run cannot be read
     */
    RunPage runs(String namespace, RunQuery query);

    /**
     * Lists the questions that runs of a namespace wait with, the oldest first.
     *
     * @param namespace the namespace
     * @param after the cursor of the page before; null to begin
     * @param limit how many at most; above zero
     * @return a page of them
     * @throws io.stepgraph.runtime.CorruptCheckpointException if a question cannot be read
     */
    QuestionPage questions(String namespace, @Nullable RunCursor after, int limit);
}
