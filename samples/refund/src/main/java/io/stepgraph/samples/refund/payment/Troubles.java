package io.stepgraph.samples.refund.payment;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The troubles that are ordered, and the calls that are held. Safe for use by many threads. */
final class Troubles {
    private static final long LONGEST_HOLD = 60;

    private final Map<String, Trouble> next = new ConcurrentHashMap<>();
    private final Map<String, Hold> held = new ConcurrentHashMap<>();

    private record Hold(HeldCall call, CountDownLatch release) {}

    void order(Trouble trouble) {
        next.put(trouble.order(), trouble);
    }

    /** Returns the trouble for a call for this order; null if there is none. */
    Trouble.@Nullable Kind take(String order) {
        Trouble trouble = next.get(order);
        if (trouble == null) {
            return null;
        }
        next.computeIfPresent(
                order, (same, left) -> left.times() > 1 ? new Trouble(same, left.kind(), left.times() - 1) : null);
        return trouble.kind();
    }

    /** Waits until the call is released. */
    void hold(HeldCall call) throws InterruptedException {
        Hold hold = new Hold(call, new CountDownLatch(1));
        held.put(call.order(), hold);
        try {
            boolean isReleased = hold.release.await(LONGEST_HOLD, TimeUnit.SECONDS);
            if (!isReleased) {
                throw new IllegalStateException("The call for " + call.order() + " was held and not released.");
            }
        } finally {
            held.remove(call.order(), hold);
        }
    }

    List<HeldCall> held() {
        return held.values().stream().map(Hold::call).toList();
    }

    void release(String order) {
        Hold hold = held.get(order);
        if (hold != null) {
            hold.release.countDown();
        }
    }
}
