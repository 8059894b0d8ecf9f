/** The demo: starts all parts as processes of their own, and kills a worker in the middle of a payment. */
@NullMarked
package io.stepgraph.samples.refund.demo;

import org.jspecify.annotations.NullMarked;
