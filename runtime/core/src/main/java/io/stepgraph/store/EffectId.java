package io.stepgraph.store;

import io.stepgraph.internal.step.EffectRequest;
import io.stepgraph.runtime.RunNotFoundException;

/**
 * The place of an effect in the ledger of its run (E2).
 *
 * @param visit the visit of its step
 * @param name its name
 * @param item the part of the step's work that it belongs to, or its business key; empty if none
 * @param ordinal its number among the effects of the visit with this name and no item, from 1; 0 with an item
 */
public record EffectId(long visit, String name, String item, int ordinal) {

    /** The name as it stands in messages. */
    public String label() {
        return EffectRequest.label(name, item, ordinal);
    }

    /** The error that a run has no effect of this place. */
    public RunNotFoundException notFound(RunKey key) {
        return new RunNotFoundException("Run '" + key + "' has no effect '" + name + "' at visit " + visit
                + ". Read its effects to see which there are.");
    }
}
