package io.stepgraph.testkit;

import io.stepgraph.store.EffectRecord;
import io.stepgraph.testkit.internal.LateCalls;
import io.stepgraph.testkit.internal.StoreCalls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The life of a program in this process: it ends at a write of its store, as far as the store can tell. From then on,
 * each of its calls throws {@link Killed} or is not heard, and does not arrive. Safe for use by many threads.
 */
final class SimulatedProcess implements StoreCalls {
    /** The write that follows the call of an effect. */
    private static final String END_OF_CALL = "endEffect";

    /** What finds runs to execute, and writes only if it finds some. */
    private static final String CLAIM = "claim";

    private static final Set<String> WRITES = Set.of(
            "start",
            "acquire",
            "acquireAnswered",
            "commit",
            "answer",
            "tell",
            "withdraw",
            "stopCalled",
            "beginEffect",
            END_OF_CALL);

    /**
     * The calls that the runtime makes when its process is in trouble. Nobody hears a process that is dead, so it does
     * not even complain.
     */
    private static final Set<String> UNHEARD = Set.of("find", "forgiveCrashes", "unclaim");

    private final @Nullable Place end;
    private final Supplier<String> where;
    private final Map<String, Integer> counts = new HashMap<>();
    private final List<Place> places = new ArrayList<>();

    /** The last effect that each thread has begun. */
    private final Map<Thread, EffectRecord> begun = new HashMap<>();

    private final Set<String> called = new HashSet<>();
    private boolean isOver;

    /**
     * A life.
     *
     * @param end where it ends; null if nowhere
     * @param where tells where the run stands; an empty text if there is no run
     */
    SimulatedProcess(@Nullable Place end, Supplier<String> where) {
        this.end = end;
        this.where = where;
    }

    /**
     * A place before or after a write.
     *
     * @param operation the write
     * @param time which time, counted from 1
     * @param isAfter whether the write has arrived
     * @param where where the run stands before the write; empty if there is no run
     */
    record Place(String operation, int time, boolean isAfter, String where) {
        @Override
        public String toString() {
            return (isAfter ? "after " : "before ") + operation + " " + time + where;
        }
    }

    /** Thrown in the place of the death. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1;

        Killed() {
            super("The test lets the process die here.", null, false, false);
        }
    }

    /** All places, in their order. */
    synchronized List<Place> places() {
        return List.copyOf(places);
    }

    /** Whether the call of an effect was made, so that only the store may not know. */
    synchronized boolean hasCalled(String key) {
        return called.contains(key);
    }

    @Override
    @SuppressWarnings("NullAway") // the unheard calls may return null
    public <T extends @Nullable Object> T call(String operation, Supplier<T> call, LateCalls late) {
        if (UNHEARD.contains(operation) && isOver()) {
            return null;
        }
        if (operation.equals(END_OF_CALL)) {
            callIsMade();
        }
        boolean isClaim = operation.equals(CLAIM);
        int time = isClaim ? 0 : count(operation);
        String runPlace = where.get();
        reach(new Place(operation, time, false, runPlace), WRITES.contains(operation));
        T result = call.get();
        if (result instanceof EffectRecord effect) {
            begin(effect);
        }
        boolean hasClaimed = isClaim && result instanceof List<?> found && !found.isEmpty();
        reach(
                new Place(operation, hasClaimed ? count(operation) : time, true, runPlace),
                hasClaimed || WRITES.contains(operation));
        return result;
    }

    private synchronized boolean isOver() {
        return isOver;
    }

    private synchronized void begin(EffectRecord effect) {
        begun.put(Thread.currentThread(), effect);
    }

    private synchronized void callIsMade() {
        EffectRecord effect = begun.remove(Thread.currentThread());
        if (effect != null) {
            called.add(effect.key());
        }
    }

    private synchronized int count(String operation) {
        return counts.merge(operation, 1, Integer::sum);
    }

    private synchronized void reach(Place place, boolean isWrite) {
        if (isWrite) {
            places.add(place);
            isOver |= place.equals(end);
        }
        if (isOver) {
            throw new Killed();
        }
    }
}
