package io.stepgraph.runtime.client;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/** An outcome that waits for a time. It is no member of {@link AgentOutcome}, whose members hide the types of a user. */
public interface WaitingOutcome extends AgentOutcome {

    /** Returns the name of the wait. */
    @JsonProperty
    String step();

    /** Returns when the run continues. */
    @JsonIgnore
    Instant until();

    /** Returns the same as text, which every mapper can write. */
    @JsonProperty("until")
    default String untilText() {
        return until().toString();
    }
}
