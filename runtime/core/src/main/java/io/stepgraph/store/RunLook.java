package io.stepgraph.store;

import io.stepgraph.PermissionMode;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A look at a run, at any time, also while a step works (Q4). It has none of the run's values.
 *
 * @param graph the stable name of its graph
 * @param status where it stands
 * @param step the step that it is at, or was at last
 * @param visit the visit
 * @param attempt the attempt
 * @param mode its mode
 * @param labels its labels by name; cannot be changed
 * @param since when it last changed, by the store's clock: when it paused or ended, or, while it is executed, its last
 *     commit
 * @param due when it continues without an answer or a command; null if never
 * @param messages how many messages wait in its mailboxes
 * @param waitsFor what it waits for, in words, such as {@code an answer to 'approve'}; null if it is executed or has
 *     ended
 */
public record RunLook(
        String graph,
        Status status,
        String step,
        long visit,
        int attempt,
        PermissionMode mode,
        Map<String, String> labels,
        Instant since,
        @Nullable Instant due,
        long messages,
        @Nullable String waitsFor) {

    /** Copies the labels. */
    public RunLook {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }
}
