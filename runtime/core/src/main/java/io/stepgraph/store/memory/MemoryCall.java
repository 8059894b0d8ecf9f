package io.stepgraph.store.memory;

import io.stepgraph.runtime.graph.Due;
import io.stepgraph.store.StopReason;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A call of a run in memory: the runs that it has called, by place, and how many of them have not ended (C3). */
final class MemoryCall {
    final MemoryRun caller;
    final long visit;

    /** How long the runs may take; null if without limit. */
    final @Nullable Due lasts;

    final List<MemoryRun> children = new ArrayList<>();
    private int open;

    MemoryCall(MemoryRun caller, long visit, @Nullable Due lasts) {
        this.caller = caller;
        this.visit = visit;
        this.lasts = lasts;
    }

    void add(MemoryRun child) {
        children.add(child);
        open++;
    }

    boolean isOpen() {
        return open > 0;
    }

    /** Whether the caller waits for it, an agent has not ended, and its time is not over. */
    boolean isAwaited() {
        return open > 0
                && caller.stopReason instanceof StopReason.Called
                && caller.checkpoint.visit() == visit
                && (lasts == null || caller.hasDue());
    }

    /** A child is opened again. */
    void reopened() {
        open++;
    }

    /** A child has ended. */
    void ended(Moment now) {
        open--;
        if (open == 0) {
            caller.joined(visit, now);
        }
    }

    /** Returns the names of the agents, which end the names of their graphs. */
    List<String> agents() {
        return children.stream()
                .map(child -> child.graph.substring(child.graph.lastIndexOf('/') + 1))
                .distinct()
                .toList();
    }

    /** Returns all descendants, each after its caller. */
    Stream<MemoryRun> descendants() {
        return children.stream().flatMap(child -> Stream.concat(Stream.of(child), child.descendants()));
    }
}
