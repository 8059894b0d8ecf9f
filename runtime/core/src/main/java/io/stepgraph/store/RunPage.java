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

    /** Returns the runs of this page that {@linkplain RunQuery#fits fit} a query, and no more than it allows. */
    public RunPage of(RunQuery query) {
        List<ListedRun> fit = runs.stream().filter(query::fits).toList();
        return fit.size() <= query.limit() ? new RunPage(fit, next) : of(fit, query);
    }

    /** The page that answers a query, of up to one run more than the query allows. */
    public static RunPage of(List<ListedRun> found, RunQuery query) {
        if (found.size() <= query.limit()) {
            return new RunPage(found, null);
        }
        ListedRun last = found.get(query.limit() - 1);
        return new RunPage(
                found.subList(0, query.limit()),
                RunCursor.of(last, query.order()).toString());
    }
}
