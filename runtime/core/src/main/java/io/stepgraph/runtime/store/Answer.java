package io.stepgraph.runtime.store;

import io.stepgraph.runtime.StaleAnswer;
import org.jspecify.annotations.Nullable;

/**
 * An answer to be stored.
 *
 * @param key the run
 * @param incarnation the run's number, from the ticket
 * @param visit the visit that asked, from the ticket
 * @param nonce the secret part of the ticket
 * @param answer the answer, canonical, as it is compared with an answer given twice
 * @param by who answers; null if nobody said
 * @param checkpoint where the run goes on; its state is null, since the stored one stays
 */
public record Answer(
        RunKey key,
        long incarnation,
        long visit,
        String nonce,
        Json answer,
        @Nullable String by,
        Checkpoint checkpoint) {

    /**
     * The error that its ticket is no longer good.
     *
     * @param run the run as it is stored
     * @param interrupt what asked; null if the run never gave this ticket out
     * @param used whether the ticket was used for another answer
     */
    public StaleAnswer stale(RunRecord run, @Nullable String interrupt, boolean used) {
        String why;
        if (run.incarnation() != incarnation) {
            why = "belongs to an earlier run of this id";
        } else if (interrupt == null) {
            why = "was not given out by this run";
        } else if (used) {
            why = "of interrupt '" + interrupt + "' was used for another answer";
        } else {
            why = "of interrupt '" + interrupt + "' is closed, since the run is " + run.status();
        }
        return new StaleAnswer("The ticket for visit " + visit + " of run '" + key + "' " + why
                + ". Nothing was changed; run it again to get the question that waits now, if any.");
    }
}
