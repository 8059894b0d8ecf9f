package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.Acquisition;
import io.stepgraph.runtime.store.Answer;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Control;
import io.stepgraph.runtime.store.EventLog;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.NewRun;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Standing;
import io.stepgraph.runtime.store.Store;
import io.stepgraph.runtime.store.StoredQuestion;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store, called with the thread's interrupt flag put aside and set again afterwards: an interrupt is for user code and
 * for waiting, never for the store's own work (R9). Each write is a hint to who watches the run here (V4).
 */
final class Shield {
    private final Store store;
    private final Watchers watchers;

    Shield(Store store, Watchers watchers) {
        this.store = store;
        this.watchers = watchers;
    }

    @Nullable RunRecord start(NewRun run, Claim claim) {
        return written(run.key(), () -> store.start(run, claim));
    }

    @Nullable RunRecord find(RunKey key) {
        return shielded(() -> store.find(key));
    }

    @Nullable RunRecord acquire(Acquisition acquisition) {
        return written(acquisition.seen().key(), () -> store.acquire(acquisition));
    }

    void release(Lease lease) {
        written(lease.key(), () -> {
            store.release(lease);
            return null;
        });
    }

    @Nullable RunRecord answer(Answer answer, Checkpoint next, Claim claim) {
        return written(answer.key(), () -> store.answer(answer, next, claim));
    }

    void submit(Answer answer) {
        written(answer.key(), () -> {
            store.submit(answer);
            return null;
        });
    }

    boolean refuse(RunRecord answered, Json accepts, @Nullable Duration wakeIn, List<Json> events) {
        return Boolean.TRUE.equals(written(answered.key(), () -> store.refuse(answered, accepts, wakeIn, events)));
    }

    List<StoredQuestion> questions(RunKey key) {
        return Objects.requireNonNull(shielded(() -> store.questions(key)));
    }

    @Nullable RunRecord takeUp(Acquisition acquisition, Checkpoint next) {
        return written(acquisition.seen().key(), () -> store.takeUp(acquisition, next));
    }

    @Nullable Standing standing(RunKey key) {
        return shielded(() -> store.standing(key));
    }

    @Nullable EventLog events(RunKey key, long after, int batches) {
        return shielded(() -> store.events(key, after, batches));
    }

    List<RunKey> expired(String scope, int limit) {
        return Objects.requireNonNull(shielded(() -> store.expired(scope, limit)));
    }

    boolean end(RunRecord seen, Rest rest, List<Json> events) {
        return Boolean.TRUE.equals(written(seen.key(), () -> store.end(seen, rest, events)));
    }

    @Nullable RunRecord control(RunKey key, Control control) {
        return written(key, () -> store.control(key, control));
    }

    boolean delete(RunKey key) {
        return Boolean.TRUE.equals(written(key, () -> store.delete(key)));
    }

    private <T> @Nullable T written(RunKey key, Supplier<@Nullable T> write) {
        T result = shielded(write);
        watchers.changed(key);
        return result;
    }

    private static <T> @Nullable T shielded(Supplier<@Nullable T> call) {
        boolean interrupted = Thread.interrupted();
        try {
            return call.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
