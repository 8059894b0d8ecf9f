/**
 * Draws a graph, for Graphviz and for Mermaid. Start with {@link io.stepgraph.processor.draw.Drawing};
 * {@link io.stepgraph.processor.draw.Picture} decides which nodes and edges it has, and a class for each language writes
 * them.
 */
@NullMarked
package io.stepgraph.processor.draw;

import org.jspecify.annotations.NullMarked;
