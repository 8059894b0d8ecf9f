/**
 * The side effects that a step performs once (E1 to E6). {@link io.stepgraph.runtime.step.effect.AttemptEffects} gives them to
 * the context of an attempt; the engine performs them behind the port {@link
 * io.stepgraph.runtime.step.effect.EffectPerformer}. Internal.
 */
@NullMarked
package io.stepgraph.runtime.step.effect;

import org.jspecify.annotations.NullMarked;
