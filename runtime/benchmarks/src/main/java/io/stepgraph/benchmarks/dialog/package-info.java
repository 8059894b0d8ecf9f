/**
 * The work that all contenders do: the same five steps in a loop over the same state, as an agent of ours, as a
 * hand-written {@code switch}, as a graph of langgraph4j, and as a workflow of DBOS Transact.
 */
@NullMarked
package io.stepgraph.benchmarks.dialog;

import org.jspecify.annotations.NullMarked;
