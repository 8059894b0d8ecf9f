package io.stepgraph.store;

import java.util.List;

/**
 * Where the runs of a call stand.
 *
 * @param size how many there are
 * @param ended how many have ended
 * @param children those that were asked for, by place; each without its state and its start
 */
public record CallProgress(int size, int ended, List<StoredRun> children) {

    /** Copies the list. */
    public CallProgress {
        children = List.copyOf(children);
    }
}
