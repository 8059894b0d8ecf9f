/**
 * Performs the effects of steps: ledger, keys, and what happens to an effect in doubt. Start with
 * {@link io.stepgraph.internal.effect.EffectRunner}.
 */
@NullMarked
package io.stepgraph.internal.effect;

import org.jspecify.annotations.NullMarked;
