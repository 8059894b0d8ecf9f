/**
 * Draws a graph, for Graphviz and for Mermaid. Enter at {@link io.stepgraph.processor.draw.Drawing}; what is to be seen is
 * decided in {@link io.stepgraph.processor.draw.Picture}, how it looks in the two languages' own classes.
 */
@NullMarked
package io.stepgraph.processor.draw;

import org.jspecify.annotations.NullMarked;
