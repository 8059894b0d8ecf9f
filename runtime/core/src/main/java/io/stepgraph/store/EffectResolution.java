package io.stepgraph.store;

import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import org.jspecify.annotations.Nullable;

/**
 * A person's decision about an effect in doubt (E4).
 *
 * @param runNumber the run
 * @param id the place of the effect
 * @param isPerformed whether the effect was performed
 * @param result the result as JSON; null if it was not performed or has no result
 * @param by the name of the person; empty if no name was given
 */
public record EffectResolution(
        long runNumber,
        EffectId id,
        boolean isPerformed,
        @Nullable Json result,
        String by) {

    /**
     * Writes the event that a store adds to the log of the run of each effect that it resolves, in the same
     * transaction. It does not repeat the id of the run.
     *
     * @param step the step of that effect
     * @param visit the visit of that effect
     * @return the event
     */
    public Json event(String step, long visit) {
        String item = id.item().isEmpty() ? null : id.item();
        return EventJson.write(new RunEvent.EffectResolved("", step, visit, id.name(), item, isPerformed, by));
    }

    /** The status that the effect gets. */
    public EffectStatus status() {
        return isPerformed ? EffectStatus.DONE : EffectStatus.FAILED;
    }
}
