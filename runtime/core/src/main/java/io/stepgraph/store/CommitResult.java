package io.stepgraph.store;

/** The result of a commit. */
public enum CommitResult {
    /** It is durable: now, or since an earlier sending of the same commit. The revision has grown by one. */
    STORED,
    /** Nothing was written, because a command has arrived: read the run, and commit again. */
    COMMAND_ARRIVED
}
