/** The programs of the demo as processes. */
@NullMarked
package io.stepgraph.samples.refund.process;

import org.jspecify.annotations.NullMarked;
