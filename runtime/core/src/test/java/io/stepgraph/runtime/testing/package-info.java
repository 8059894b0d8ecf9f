/** Graphs, clocks and state for the tests of this module and of the engine. */
@NullMarked
package io.stepgraph.runtime.testing;

import org.jspecify.annotations.NullMarked;
