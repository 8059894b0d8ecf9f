package io.stepgraph.internal.lease;

import io.stepgraph.PermissionMode;
import io.stepgraph.store.Retention;
import io.stepgraph.store.ThreadBusyPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the runs that a runner starts.
 *
 * @param mode their mode
 * @param deadline how long they may take (R8); null if without limit
 * @param retention how much is kept of them
 * @param onBusy the treatment of a start in a thread that has an unfinished run
 * @param maxQueued how many runs of a graph may be queued when one more is; null if without limit
 */
public record StartSettings(
        PermissionMode mode,
        @Nullable Duration deadline,
        Retention retention,
        ThreadBusyPolicy onBusy,
        @Nullable Integer maxQueued) {}
