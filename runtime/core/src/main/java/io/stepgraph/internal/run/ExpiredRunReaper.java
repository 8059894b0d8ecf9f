package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.step.Log;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Ends runs of any graph whose leases have expired. Each is one write, which checks that this is still so (L3). */
public final class ExpiredRunReaper {
    private static final int PAGE = 100;
    private static final String CUT_OFF = "The process that executed the run was cut off: it did not renew its lease."
            + " Find out why, then retry the run, which repeats this step.";

    private final RunnerContext runner;

    public ExpiredRunReaper(RunnerContext runner) {
        this.runner = runner;
    }

    /** Ends at most this many runs, and returns their ids. */
    public List<String> reap(int limit) {
        List<String> ended = new ArrayList<>();
        // They cannot be ended, and the store finds them again, before all others.
        Set<RunKey> damaged = new HashSet<>();
        int asked;
        List<RunKey> page;
        do {
            int most = damaged.size() + Math.min(PAGE, limit - ended.size());
            page = runner.store().call(s -> s.runs().expired(runner.config().namespace(), most));
            asked = most;
            for (RunKey key : page) {
                if (!damaged.contains(key) && ended.size() < limit && isEnded(key, damaged)) {
                    ended.add(key.id());
                }
            }
        } while (page.size() == asked && ended.size() < limit);
        return ended;
    }

    private boolean isEnded(RunKey key, Set<RunKey> damaged) {
        StoredRun found;
        try {
            found = runner.store().call(s -> s.runs().find(key));
        } catch (StepgraphException unreadable) {
            if (unreadable.code() != ErrorCode.CORRUPT_CHECKPOINT) {
                throw unreadable;
            }
            Log.notReaped(key.id(), unreadable);
            damaged.add(key);
            return false;
        }
        if (found == null || found.status() != Status.RUNNING || !found.isLeaseOver()) {
            return false;
        }
        // The owner of a run that is to end was to end it so, and has not lived to see that (L6, C9).
        if (found.cancelRequestedBy() == null && found.stopAs() != null) {
            StopReason.Failed stopped = new StopReason.Failed(found.stopAs());
            ErrorCode code = ErrorCode.valueOf(Objects.requireNonNull(stopped.code()));
            RunCommand.Stop stop = new RunCommand.Stop(code, stopped.summary());
            return runner.store()
                            .write(key, s -> s.runs().command(key, found.runNumber(), stop))
                            .status()
                    == Status.FAILED;
        }
        return found.cancelRequestedBy() == null
                ? runner.fail(found, ErrorCode.LEASE_EXPIRED, CUT_OFF)
                : runner.cancel(found, found.cancelRequestedBy());
    }
}
