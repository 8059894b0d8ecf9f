package io.stepgraph.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A member of a family, for those who look at it.
 *
 * @param run the run as a list gives it
 * @param caller the id of the run that has called it; null for the run at the top
 * @param place its number among the agents of the call, or the elements of the list, from 1; 0 for the run at the top
 * @param endedAt when it ended; null while it is unfinished
 */
public record FamilyMember(
        ListedRun run,
        @Nullable String caller,
        int place,
        @Nullable Instant endedAt) {}
