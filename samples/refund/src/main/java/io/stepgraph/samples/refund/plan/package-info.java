/** Understands what a ticket asks for. */
@NullMarked
package io.stepgraph.samples.refund.plan;

import org.jspecify.annotations.NullMarked;
