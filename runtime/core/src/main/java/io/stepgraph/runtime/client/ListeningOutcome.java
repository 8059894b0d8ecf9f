package io.stepgraph.runtime.client;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An outcome that waits at a mailbox for a message. It asks nobody, so it is not among the outcomes that are pending.
 */
public interface ListeningOutcome extends AgentOutcome {

    /** Returns the name of the mailbox. */
    @JsonProperty
    String step();

    /** Returns when the run continues without a message; null if never. */
    @JsonIgnore
    @Nullable Instant until();

    /** Returns the same as text, which every mapper can write; null if never. */
    @JsonProperty("until")
    default @Nullable String untilText() {
        Instant until = until();
        return until == null ? null : until.toString();
    }
}
