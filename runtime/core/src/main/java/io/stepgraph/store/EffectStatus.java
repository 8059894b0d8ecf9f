package io.stepgraph.store;

/** The status of an effect (E3, E4). */
public enum EffectStatus {
    /** A call was about to begin. If nobody makes it now, the effect is in doubt, and its policy applies. */
    STARTED,
    /** The effect was performed, and its result is stored. */
    DONE,
    /** The effect was certainly not performed, and may be called again under the same key. */
    FAILED,
    /** The effect may have been performed: nobody knows. A person has to resolve it. */
    IN_DOUBT
}
