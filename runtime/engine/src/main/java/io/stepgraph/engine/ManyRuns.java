package io.stepgraph.engine;

import io.stepgraph.engine.lease.RunnerContext;
import io.stepgraph.engine.run.RunCanceller;
import io.stepgraph.engine.store.ListedRun;
import io.stepgraph.engine.store.RunCursor;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunPage;
import io.stepgraph.engine.store.RunQuery;
import io.stepgraph.engine.store.RunSummary;
import io.stepgraph.engine.store.Status;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.ThreadBusyException;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Commands for all runs of a query (L6, R7). The runs are listed by their start, the newest first: so each comes once, and none
 * that was started after the first page was read. A command names the number of its run, so that it changes no later run of
 * the same id.
 */
final class ManyRuns {
    private static final int PAGE = 1_000;

    private final RunnerContext runner;

    ManyRuns(RunnerContext runner) {
        this.runner = runner;
    }

    /** How many runs were cancelled, or are by their owners. */
    long cancelAll(RunQuery query, String by) {
        RunCanceller canceller = new RunCanceller(runner);
        return each(query, EnumSet.of(Status.QUEUED, Status.RUNNING, Status.WAITING), run -> {
            RunSummary now = canceller.cancel(key(run), run.runNumber(), by);
            return by.equals(now.cancelRequestedBy())
                    && (now.status() == Status.CANCELLED || now.status() == Status.RUNNING);
        });
    }

    /** How many runs were opened again. */
    long retryAll(RunQuery query, String by) {
        RunReopener reopener = new RunReopener(runner);
        return each(query, EnumSet.of(Status.FAILED), run -> {
            try {
                return reopener.reopen(key(run), run.runNumber(), run.thread(), run.step(), run.visit(), by);
            } catch (ThreadBusyException goneOn) {
                return false;
            }
        });
    }

    private RunKey key(ListedRun run) {
        return new RunKey(runner.config().namespace(), run.id());
    }

    private long each(RunQuery query, Set<Status> possible, Predicate<ListedRun> command) {
        RunCursor after = query.cursor();
        if (after != null && after.at() != 0) {
            throw new IllegalArgumentException(
                    "A command for all runs of a query goes by their start; leave out after(…) of a page by last change.");
        }
        possible.retainAll(query.statuses());
        if (possible.isEmpty()) {
            return 0;
        }
        RunQuery pages = query.byStart().status(possible.toArray(new Status[0])).limit(PAGE);
        long done = 0;
        String next = after == null ? null : after.toString();
        do {
            RunPage page = list(pages.after(next));
            for (ListedRun run : page.runs()) {
                if (query.hasTimesOf(run) && isDone(run, command)) {
                    done++;
                }
            }
            next = page.next();
        } while (next != null);
        return done;
    }

    /** False for a run that is gone. */
    private static boolean isDone(ListedRun run, Predicate<ListedRun> command) {
        try {
            return command.test(run);
        } catch (RunNotFoundException deleted) {
            return false;
        }
    }

    private RunPage list(RunQuery query) {
        return runner.store()
                .answered(() -> runner.store().lists().runs(runner.config().namespace(), query));
    }
}
