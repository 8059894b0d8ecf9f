/** The people of the shops, and what they may do. */
@NullMarked
package io.stepgraph.samples.refund.people;

import org.jspecify.annotations.NullMarked;
