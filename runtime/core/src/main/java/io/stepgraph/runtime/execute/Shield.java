package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.Acquisition;
import io.stepgraph.runtime.store.Answer;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Control;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.NewRun;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Standing;
import io.stepgraph.runtime.store.Store;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store, called with the thread's interrupt flag put aside and set again afterwards: an interrupt is for user code and
 * for waiting, never for the store's own work (R9).
 */
final class Shield {
    private final Store store;

    Shield(Store store) {
        this.store = store;
    }

    @Nullable RunRecord start(NewRun run, Claim claim) {
        return shielded(() -> store.start(run, claim));
    }

    @Nullable RunRecord find(RunKey key) {
        return shielded(() -> store.find(key));
    }

    @Nullable RunRecord acquire(Acquisition acquisition) {
        return shielded(() -> store.acquire(acquisition));
    }

    void release(Lease lease) {
        shielded(() -> {
            store.release(lease);
            return null;
        });
    }

    @Nullable RunRecord answer(Answer answer, Claim claim) {
        return shielded(() -> store.answer(answer, claim));
    }

    @Nullable Standing standing(RunKey key) {
        return shielded(() -> store.standing(key));
    }

    boolean end(RunRecord seen, Rest rest, List<Json> events) {
        return Boolean.TRUE.equals(shielded(() -> store.end(seen, rest, events)));
    }

    @Nullable RunRecord control(RunKey key, Control control) {
        return shielded(() -> store.control(key, control));
    }

    boolean delete(RunKey key) {
        return Boolean.TRUE.equals(shielded(() -> store.delete(key)));
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
