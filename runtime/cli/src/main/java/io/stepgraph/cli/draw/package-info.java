/**
 * Writes a picture in the language that a user asks for. Start with {@link io.stepgraph.cli.draw.Format}; the languages
 * of text come from {@code io.stepgraph.draw}, and {@code Svg} draws what {@code Placement} has laid out.
 */
@NullMarked
package io.stepgraph.cli.draw;

import org.jspecify.annotations.NullMarked;
