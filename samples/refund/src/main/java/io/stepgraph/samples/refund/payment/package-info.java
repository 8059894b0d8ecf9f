/** Pays customers back: the client that the agent uses, and the payment server, which is a program of its own. */
@NullMarked
package io.stepgraph.samples.refund.payment;

import org.jspecify.annotations.NullMarked;
