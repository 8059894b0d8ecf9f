package io.stepgraph.store;

/**
 * The amount that a store keeps of a run that has completed or was cancelled (S3). A failed run can be retried, so the
 * store keeps it whole until it is deleted or pruned.
 */
public enum Retention {
    /**
     * The store keeps the record, the outcome, the questions and the log, and drops the state and the inputs. The same
     * id returns the outcome again. The default.
     */
    KEEP_OUTCOME,
    /**
     * As {@link #KEEP_OUTCOME}, and the store keeps the state and the input at the entry of each visit, to read and to
     * {@code fork}, from the start until the run is deleted or pruned. Each step writes its state twice, so large
     * states take much space.
     */
    KEEP_HISTORY,
    /**
     * The store keeps nothing. The end is stored like any other, and the same id returns the outcome, until a runner
     * deletes the run: one minute after its end ({@code RunnerBuilder.deleteAfter}), or when the runner that ended it
     * is closed. {@link RunRemovals#prune(String, java.time.Instant, int)} deletes it, too. After that the same id
     * starts a new run. The state that the run left to its thread stays.
     *
     * <p>A program that asks for the id of a deleted run executes everything a second time. So choose this only if
     * nobody asks for the same id later.
     */
    DELETE_ON_END
}
