package io.stepgraph.runtime.client;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.stepgraph.runtime.Ticket;

/**
 * An outcome of an agent: what the generated {@code Outcome} types have in common. Jackson 2 and 3 write each as an
 * object whose {@code outcome} is its kind, and leave out the exception of a failure, which only the process that has
 * thrown it knows.
 */
@JsonPropertyOrder("outcome")
@JsonIgnoreProperties("cause")
public interface AgentOutcome {

    /**
     * Returns the kind of this outcome, as {@code RunInspector.outcome} names it: {@code asked}, {@code waiting}, {@code
     * called}, {@code parked}, {@code completed}, {@code failed} or {@code cancelled}.
     */
    @JsonProperty("outcome")
    String kind();

    /** An outcome that waits for an answer. */
    interface Asked extends AgentOutcome {

        /** Returns the right to answer. */
        Ticket ticket();

        /** Returns the name of the interrupt that asked. */
        @JsonProperty("step")
        default String interrupt() {
            return ticket().interrupt();
        }
    }
}
