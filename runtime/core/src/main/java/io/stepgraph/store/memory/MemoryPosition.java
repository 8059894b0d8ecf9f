package io.stepgraph.store.memory;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Retention;
import io.stepgraph.store.StoredCheckpoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a run of a {@link MemoryStore} stands, and where it has been, if it keeps its history (S3). */
final class MemoryPosition {
    private final boolean keepsHistory;
    private final List<StoredCheckpoint> history = new ArrayList<>();
    private StepEntry checkpoint;
    private @Nullable Json state;

    MemoryPosition(NewRun run, Json state, Instant now) {
        this.keepsHistory = run.retention() == Retention.KEEP_HISTORY;
        this.checkpoint = run.checkpoint();
        this.state = state;
        keep(now);
    }

    StepEntry checkpoint() {
        return checkpoint;
    }

    @Nullable Json state() {
        return state;
    }

    /** Enters the next visit, or the present one again. */
    void enter(StepEntry next, @Nullable Json newState, Instant now) {
        boolean isNext = next.visit() != checkpoint.visit();
        checkpoint = next;
        state = newState == null ? state : newState;
        if (isNext) {
            keep(now);
        }
    }

    private void keep(Instant now) {
        if (keepsHistory) {
            history.add(new StoredCheckpoint(
                    checkpoint.visit(),
                    checkpoint.step(),
                    checkpoint.ruleState(),
                    checkpoint.input(),
                    Objects.requireNonNull(state),
                    now));
        }
    }

    /** Drops the values at the end of the run. */
    void drop() {
        state = null;
        checkpoint = checkpoint.withoutInput();
    }

    List<StoredCheckpoint> after(long visit, int limit) {
        return history.stream()
                .filter(each -> each.visit() > visit)
                .limit(limit)
                .toList();
    }
}
