package io.stepgraph.internal.effect;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The calls of effects that this process is making, by key: an abandoned attempt may still be in one (E5). */
final class CallsInProgress {
    private static final ConcurrentMap<String, CountDownLatch> CALLS = new ConcurrentHashMap<>();

    private CallsInProgress() {}

    /** A caller looks after this whether its attempt is over, since a later attempt may have begun before this. */
    static CountDownLatch begin(String key) {
        CountDownLatch call = new CountDownLatch(1);
        CALLS.putIfAbsent(key, call);
        return call;
    }

    static void end(String key, CountDownLatch call) {
        CALLS.remove(key, call);
        call.countDown();
    }

    /** Opens when the call ends; null if none is in progress. */
    static @Nullable CountDownLatch find(String key) {
        return CALLS.get(key);
    }
}
