/** The orders: what customers have bought. */
@NullMarked
package io.stepgraph.samples.refund.orders;

import org.jspecify.annotations.NullMarked;
