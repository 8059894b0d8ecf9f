/** The runner on SQLite: what a step costs when it survives a power cut. */
@NullMarked
package io.stepgraph.benchmarks.sqlite;

import org.jspecify.annotations.NullMarked;
