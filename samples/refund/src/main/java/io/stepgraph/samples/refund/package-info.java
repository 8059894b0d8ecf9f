/** A support agent that pays customers back: enter at {@link io.stepgraph.samples.refund.RefundAgent}. */
@NullMarked
package io.stepgraph.samples.refund;

import org.jspecify.annotations.NullMarked;
