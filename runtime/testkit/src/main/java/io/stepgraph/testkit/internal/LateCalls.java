package io.stepgraph.testkit.internal;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Supplier;

/** Calls of a store that arrive late, one after the other, after their callers have died. */
public final class LateCalls {
    private final ThreadLocal<Queue<Supplier<?>>> calls = ThreadLocal.withInitial(ArrayDeque::new);

    /** A call of this thread is on its way. */
    public void add(Supplier<?> call) {
        calls.get().add(call);
    }

    /** The calls that this thread has delayed arrive now. */
    public void arrive() {
        Queue<Supplier<?>> mine = calls.get();
        for (Supplier<?> call = mine.poll(); call != null; call = mine.poll()) {
            try {
                Object unused = call.get();
            } catch (RuntimeException refused) {
                // As with a connection that is gone.
            }
        }
    }
}
