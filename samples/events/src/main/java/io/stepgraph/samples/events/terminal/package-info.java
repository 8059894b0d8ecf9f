/** The program: it drives the machine with a terminal, a model, tools and git. */
@NullMarked
package io.stepgraph.samples.events.terminal;

import org.jspecify.annotations.NullMarked;
