package io.stepgraph.internal.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of a run that this process has seen and that are not stored yet. Safe for use by many threads. */
public interface UncommittedEvents {

    /**
     * The events after a position, in order.
     *
     * @param position null for all
     * @param limit how many at most, so that the owner is not held up
     */
    List<UncommittedEvent> after(@Nullable EventPosition position, int limit);
}
