/** Graphs, clocks and state for the tests of this module and of those above. */
@NullMarked
package io.stepgraph.runtime.testing;

import org.jspecify.annotations.NullMarked;
