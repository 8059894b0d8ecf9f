/**
 * The work that all contenders do: the same five steps in a loop over the same state, as an agent of ours, as a hand-written
 * {@code switch}, and as a graph of langgraph4j.
 */
@NullMarked
package io.stepgraph.benchmarks.dialog;

import org.jspecify.annotations.NullMarked;
