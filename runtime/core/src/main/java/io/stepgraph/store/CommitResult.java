package io.stepgraph.store;

/** The result of a commit. */
public enum CommitResult {
    /** The commit is durable: now, or since the same commit was sent earlier. The revision has grown by one. */
    STORED,
    /**
     * The store wrote nothing, because a command has arrived, or a message has come or gone on which the commit depends:
     * read the run, and commit again.
     */
    COMMAND_ARRIVED
}
