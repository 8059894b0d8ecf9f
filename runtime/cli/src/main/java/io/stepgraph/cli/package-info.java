/**
 * The command line: one class for each command, listed in {@link io.stepgraph.cli.Stepgraph}, where a program starts.
 * The package {@code io.stepgraph.cli.io} opens stores and prints, {@code io.stepgraph.cli.draw} writes pictures of
 * graphs.
 */
@NullMarked
package io.stepgraph.cli;

import org.jspecify.annotations.NullMarked;
