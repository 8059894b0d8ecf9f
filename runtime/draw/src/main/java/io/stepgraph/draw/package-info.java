/**
 * Draws a graph, for Graphviz and for Mermaid. {@link io.stepgraph.draw.Picture} decides which nodes and edges it has,
 * and a class for each language writes them.
 */
@NullMarked
package io.stepgraph.draw;

import org.jspecify.annotations.NullMarked;
