/** A run as {@code show} and {@code runs} present it: {@link io.stepgraph.cli.run.RunView} reads it from its store. */
@NullMarked
package io.stepgraph.cli.run;

import org.jspecify.annotations.NullMarked;
