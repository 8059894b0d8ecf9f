package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import org.jspecify.annotations.Nullable;

/** One call that brings a run to its next stop: it begins the run if there is none, and else goes on with it (R3). */
final class ToNextStop<N extends Enum<N>> implements InHand.Call<N> {
    private final RunKey key;
    private final Lookup lookup;
    private final Onward<?, ?, ?, N> onward;
    private final Beginning<N> beginning;
    private boolean isKnown;

    ToNextStop(RunKey key, Lookup lookup, Onward<?, ?, ?, N> onward, Beginning<N> beginning) {
        this.key = key;
        this.lookup = lookup;
        this.onward = onward;
        this.beginning = beginning;
    }

    /** How a run is begun, if there is none. */
    @FunctionalInterface
    interface Beginning<N extends Enum<N>> {

        /** Whether it is tried before looking for the run, since it costs nothing but the write. */
        default boolean isAtHand() {
            return false;
        }

        /**
         * Starts the run and executes it up to its next stop.
         *
         * @return null if there is such a run, be it this one, which is delayed or goes on elsewhere
         */
        @Nullable Stop<N> begin(RunKey key, Execution mine, Attachment waiting);

        /** Says no to a run that was begun otherwise. */
        default void compare(RunRecord found) {}
    }

    @Override
    public boolean mayJoin() {
        RunRecord found = lookup.find(key);
        if (found == null) {
            return false;
        }
        beginning.compare(found);
        isKnown = true;
        return true;
    }

    @Override
    public @Nullable Stop<N> take(Execution mine, Attachment waiting) {
        RunRecord found = isKnown ? lookup.awaited(key) : beginning.isAtHand() ? null : lookup.find(key);
        if (found == null) {
            Stop<N> stop = beginning.begin(key, mine, waiting);
            if (stop != null) {
                return stop;
            }
            found = lookup.awaited(key);
        }
        isKnown = true;
        beginning.compare(found);
        return onward.from(found, mine, waiting);
    }

    @Override
    public boolean maySettleFor(RunRecord removed) {
        lookup.check(removed);
        beginning.compare(removed);
        return true;
    }
}
