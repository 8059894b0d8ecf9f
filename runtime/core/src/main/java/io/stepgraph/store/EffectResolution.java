package io.stepgraph.store;

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

    /** The status that the effect gets. */
    public EffectStatus status() {
        return isPerformed ? EffectStatus.DONE : EffectStatus.FAILED;
    }
}
