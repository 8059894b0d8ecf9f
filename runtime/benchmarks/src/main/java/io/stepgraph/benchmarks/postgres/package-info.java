/** The runner on Postgres: what a step costs when a server keeps it. */
@NullMarked
package io.stepgraph.benchmarks.postgres;

import org.jspecify.annotations.NullMarked;
