package io.stepgraph.runtime.client;

import com.fasterxml.jackson.annotation.JsonProperty;

/** An outcome that waits for agents that it has called, of which at least one waits for a person. */
public interface CalledOutcome extends AgentOutcome {

    /** Returns the name of the call. */
    @JsonProperty
    String step();
}
