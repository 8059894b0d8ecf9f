package io.stepgraph.store;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a command for all runs of a query (L6, R7). They go by the start of the runs, the newest first: so each
 * run comes once, and no run that was started after the first page was read.
 */
public final class RunWalk {
    private final RunQuery query;

    /**
     * A walk.
     *
     * @throws IllegalArgumentException if the query has a limit, or begins after a page by last change
     */
    public RunWalk(RunQuery query) {
        if (query.hasLimit()) {
            throw new IllegalArgumentException("A command for all runs of a query is not for " + query.limit()
                    + " of them; leave out limit(…), and choose fewer runs by their status, graph, labels or times.");
        }
        RunCursor after = query.cursor();
        if (after != null && after.at() != 0) {
            throw new IllegalArgumentException(
                    "A command for all runs of a query goes by their start; leave out after(…) of a page by last change.");
        }
        this.query = query;
    }

    /**
     * The query of a page.
     *
     * @param statuses the statuses that its runs may have
     * @param next what {@link RunPage#next} of the page before gave; null to begin
     */
    public RunQuery page(Set<Status> statuses, @Nullable String next) {
        RunQuery first = query.byStart().status(statuses.toArray(Status[]::new)).limit(RunQuery.MOST);
        return next == null ? first : first.after(next);
    }

    /** Whether a run of a page has a time that the query asks for. */
    public boolean has(ListedRun run) {
        return query.hasTimesOf(run);
    }
}
