/**
 * Draws graphs from the JSON that the processor writes for them: {@link io.stepgraph.cli.draw.Picture} reads it, {@link
 * io.stepgraph.cli.draw.Format} writes it for Graphviz, for Mermaid and as SVG.
 */
@NullMarked
package io.stepgraph.cli.draw;

import org.jspecify.annotations.NullMarked;
