package io.stepgraph.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list of runs.
 *
 * @param runs the runs; there may be fewer than the query allows, or none, although more follow
 * @param next the cursor for {@link RunQuery#after}; null if no more follow
 */
public record RunPage(List<ListedRun> runs, @Nullable String next) {

    /** Copies the list. */
    public RunPage {
        runs = List.copyOf(runs);
    }
}
