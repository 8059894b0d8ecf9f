/**
 * Performs the effects of steps through the ledger of the store (E1 to E6). Enter at {@link
 * io.stepgraph.engine.effect.LedgerEffects}. Internal.
 */
@NullMarked
package io.stepgraph.engine.effect;

import org.jspecify.annotations.NullMarked;
