package io.stepgraph.runtime.event;

import io.stepgraph.runtime.Ticket;

/**
 * Identifies one run among all runs of a store, as tickets and cursors do.
 *
 * @param namespace the namespace of the run
 * @param id the id of the run
 * @param runNumber the number of the run, which no later run of the same id has
 */
public record RunRef(String namespace, String id, long runNumber) {

    /**
     * The ticket of a question of this run (I1).
     *
     * @param visit the visit that asked
     * @param interrupt the stored name of the interrupt
     * @param nonce the secret part
     * @return the ticket
     * @throws IllegalArgumentException if a text is one that no store keeps
     */
    public Ticket ticket(long visit, String interrupt, String nonce) {
        return new Ticket(namespace, id, runNumber, visit, interrupt, nonce);
    }
}
