package io.stepgraph.store;

/** The result of a commit. */
public enum CommitResult {
    /** It is durable: now, or since an earlier sending of the same commit. The revision has grown by one. */
    STORED,
    /** Nothing was written, because the control number has moved: look at the run, and commit again. */
    CONTROL_MOVED
}
