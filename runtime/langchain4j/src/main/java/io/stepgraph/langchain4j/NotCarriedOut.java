package io.stepgraph.langchain4j;

import io.stepgraph.runtime.EffectNotPerformedException;

/** Thrown out of the effect of a call that has changed nothing; the model is told so (K7). */
final class NotCarriedOut extends EffectNotPerformedException {
    private static final long serialVersionUID = 1;

    NotCarriedOut(Exception thrown) {
        super(KnownTool.reason(thrown), thrown);
    }
}
