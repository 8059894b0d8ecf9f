package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.Answer;
import io.stepgraph.runtime.store.Control;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.NewRun;
import io.stepgraph.runtime.store.Owner;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Store;
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

    @Nullable RunRecord start(NewRun run, Owner owner) {
        return shielded(() -> store.start(run, owner));
    }

    @Nullable RunRecord find(RunKey key) {
        return shielded(() -> store.find(key));
    }

    @Nullable RunRecord acquire(RunRecord seen, Owner owner) {
        return shielded(() -> store.acquire(seen, owner));
    }

    void release(Lease lease) {
        shielded(() -> {
            store.release(lease);
            return null;
        });
    }

    @Nullable RunRecord answer(Answer answer, Owner owner) {
        return shielded(() -> store.answer(answer, owner));
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
