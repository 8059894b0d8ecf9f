package io.stepgraph.engine;

import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.run.RunCommands;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Commands for all runs of a query (L6, R7). The runs are listed page by page, so a run may change before its command.
 * A command names the number of its run, so that it changes no later run of the same id, and the statuses of the query,
 * so that it changes no run that has another by then.
 */
final class BulkOperations {
    private final RunnerContext runner;

    BulkOperations(RunnerContext runner) {
        this.runner = runner;
    }

    /** Cancels runs, and returns how many were cancelled, or will be by their owners. */
    long cancelAll(RunQuery query, String by) {
        RunCommands commands = new RunCommands(runner);
        Set<Status> statuses = EnumSet.of(Status.QUEUED, Status.RUNNING, Status.WAITING);
        statuses.retainAll(query.statuses());
        RunCommand.Cancel cancel = new RunCommand.Cancel(by, statuses);
        return each(query, statuses, run -> {
            RunHeader now = commands.give(key(run), run.runNumber(), cancel);
            return by.equals(now.cancelRequestedBy())
                    && (now.status() == Status.CANCELLED || statuses.contains(now.status()));
        });
    }

    /** Opens failed runs again, and returns how many. */
    long retryAll(RunQuery query, @Nullable String by) {
        RunCommands commands = new RunCommands(runner);
        Set<Status> statuses = EnumSet.of(Status.FAILED);
        statuses.retainAll(query.statuses());
        return each(query, statuses, run -> {
            try {
                return commands.reopen(key(run), run.runNumber(), run.thread(), run.step(), run.visit(), by);
            } catch (ThreadBusyException goneOn) {
                return false;
            }
        });
    }

    private RunKey key(ListedRun run) {
        return new RunKey(runner.config().namespace(), run.id());
    }

    private long each(RunQuery query, Set<Status> statuses, Predicate<ListedRun> command) {
        RunQuery walk = query.walk();
        if (statuses.isEmpty()) {
            return 0;
        }
        RunQuery first = walk.status(statuses.toArray(Status[]::new));
        long done = 0;
        @Nullable String next = null;
        do {
            RunQuery part = next == null ? first : first.after(next);
            RunPage page =
                    runner.store().call(s -> s.lists().runs(runner.config().namespace(), part));
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
}
