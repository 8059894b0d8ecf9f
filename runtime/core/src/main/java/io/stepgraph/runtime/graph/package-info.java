/**
 * A graph as data: steps, types, transitions and outcomes. The processor writes a
 * {@link io.stepgraph.runtime.graph.Graph} for each agent.
 */
@NullMarked
package io.stepgraph.runtime.graph;

import org.jspecify.annotations.NullMarked;
