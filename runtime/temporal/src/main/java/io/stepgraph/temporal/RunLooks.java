package io.stepgraph.temporal;

import io.stepgraph.store.ListedRun;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.Stop;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Looks at runs as their workflows tell of them (Q4). */
final class RunLooks {
    private RunLooks() {}

    static RunLook of(RunState run) {
        Status status = status(run);
        String step = run.checkpoint().step();
        StopReason reason = run.delayedUntil() == null ? run.reason() : new StopReason.Delayed();
        return new RunLook(
                run.start().graph(),
                status,
                step,
                run.checkpoint().visit(),
                run.checkpoint().attempt(),
                run.mode(),
                run.start().labels(),
                Instant.ofEpochMilli(Objects.requireNonNull(run.log()).changedAt()),
                dueAt(run),
                run.messages().waiting().size(),
                ListedRun.waitsFor(
                        status,
                        step,
                        reason == null ? null : reason.kind(),
                        reason instanceof StopReason.Parked parked ? parked : null,
                        !isEarly(run)));
    }

    /** A run that a worker of this build cannot read waits for another one, like a run in a queue. */
    static Status status(RunState run) {
        StopReason reason = run.reason();
        if (reason != null) {
            return reason.status();
        }
        return run.stop() == null && run.delayedUntil() == null && !isEarly(run) ? Status.RUNNING : Status.QUEUED;
    }

    static @Nullable Instant dueAt(RunState run) {
        Long due = isEarly(run) ? run.start().notBefore() : run.delayedUntil();
        Long over = run.stop() instanceof Stop.Stopped paused ? paused.dueAt() : due;
        return over == null ? null : Instant.ofEpochMilli(over);
    }

    private static boolean isEarly(RunState run) {
        return run.start().isEarly(System.currentTimeMillis());
    }
}
