package io.stepgraph.store;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run in a list.
 *
 * @param id its id
 * @param runNumber its number among all runs the store has ever held
 * @param graph the stable name of its graph
 * @param status where it stands
 * @param step the step that it is at, or was at last
 * @param visit the visit
 * @param attempt the attempt
 * @param thread its thread; null if it has none
 * @param startedBy who started it; null if no name was given
 * @param labels its labels by name; cannot be changed
 * @param startedAt when it was started, by the store's clock
 * @param changedAt when it last changed; a change of mode counts only while it is executed
 * @param dueAt when it continues without an answer or a command; null if never
 * @param waitsFor what it waits for, in words, such as {@code an answer to 'approve'}; null if it is executed or has
 *     ended
 * @param failureCode the code of its failure, such as {@code STEP_FAILED}; null if it has not failed
 * @param failure why it has failed, in at most {@value StopReason.Failed#LONGEST_SUMMARY} characters; null if it has
 *     not failed
 */
public record ListedRun(
        String id,
        long runNumber,
        String graph,
        Status status,
        String step,
        long visit,
        int attempt,
        @Nullable String thread,
        @Nullable String startedBy,
        Map<String, String> labels,
        Instant startedAt,
        Instant changedAt,
        @Nullable Instant dueAt,
        @Nullable String waitsFor,
        @Nullable String failureCode,
        @Nullable String failure) {

    /** Copies the labels. */
    public ListedRun {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /**
     * Returns what a run waits for, in words.
     *
     * @param reasonKind the {@link StopReason#kind} of its reason; null if it has none
     * @param parked why it is parked; null if it is not
     */
    public static @Nullable String waitsFor(
            Status status,
            String step,
            @Nullable String reasonKind,
            StopReason.@Nullable Parked parked,
            boolean isDue) {
        if (parked != null) {
            return parked.required() == null
                    ? parked.reason()
                    : "the mode " + parked.required() + " for '" + step + "'";
        }
        return switch (status) {
            case WAITING ->
                switch (String.valueOf(reasonKind)) {
                    case "waits" -> "the end of '" + step + "'";
                    case StopReason.Listens.KIND -> "a message at '" + step + "'";
                    case StopReason.Called.KIND -> "the agents of '" + step + "'";
                    default -> "an answer to '" + step + "'";
                };
            case QUEUED ->
                switch (String.valueOf(reasonKind)) {
                    case "delayed" -> "the next attempt of '" + step + "'";
                    case "answered" -> "a worker that takes the answer";
                    case StopReason.Joined.KIND -> "a worker that takes the results";
                    default -> isDue ? "a worker" : "its start time";
                };
            default -> null;
        };
    }
}
