package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link Store} that lists runs, for consoles and inboxes. Each call reads one moment of the store, at a
 * cost that does not grow with the number of stored runs. Safe for use by many threads.
 */
public interface RunLists {
    /** A count that reaches this number means this many runs or more. */
    int MOST_COUNTED = 10_000;

    /**
     * Lists runs of a namespace.
     *
     * @param namespace the namespace
     * @param query which ones
     * @return a page of them
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if a run cannot be read
     */
    RunPage runs(String namespace, RunQuery query);

    /**
     * Looks at a run, at a cost that does not grow with its values (Q4).
     *
     * @param key the run
     * @return where it stands; null if there is no such run
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it cannot be read
     */
    @Nullable RunLook look(RunKey key);

    /**
     * Lists the questions that runs of a namespace wait with, also called ones, the oldest first.
     *
     * @param namespace the namespace
     * @param after the cursor of the page before; null to begin
     * @param limit how many at most; above zero
     * @return a page of them
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if a question cannot be read
     */
    QuestionPage questions(String namespace, @Nullable RunCursor after, int limit);

    /**
     * Counts the unfinished runs of a namespace and its effects in doubt. Its cost grows with their number, and not
     * with the runs that have ended.
     *
     * @param namespace the namespace
     * @return the numbers of this moment
     */
    StoreLoad load(String namespace);

    /**
     * Counts the runs of a namespace with a status that no other run has called.
     *
     * @param namespace the namespace
     * @param status the status
     * @return the number, up to {@link #MOST_COUNTED}
     */
    long count(String namespace, Status status);

    /**
     * Lists the owners of the runs of a namespace that are {@code RUNNING}. Its cost grows with the number of these
     * runs.
     *
     * @param namespace the namespace
     * @return each owner once
     */
    List<OwnerRuns> owners(String namespace);

    /**
     * Lists the namespaces that have runs, page by page, in an order of the store.
     *
     * @param after the name of the last namespace of the page before; empty to begin
     * @param limit how many at most; zero or more
     * @return the namespaces
     * @throws IllegalArgumentException if the limit is negative
     */
    List<NamespaceRuns> namespaces(String after, int limit);

    /**
     * Lists the checkpoints of a run with {@link Retention#KEEP_HISTORY}, in the order of their visits (S3). The write
     * that enters a visit stores its checkpoint in the same transaction.
     *
     * @param run the run
     * @param runNumber its number
     * @param after the visit after which to begin
     * @param limit how many at most; zero or more
     * @return the checkpoints; empty if there are no more, or there is no such run
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if a checkpoint cannot be read
     */
    List<StoredCheckpoint> checkpoints(RunKey run, long runNumber, long after, int limit);
}
