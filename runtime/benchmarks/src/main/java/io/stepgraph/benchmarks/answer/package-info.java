/** Answers from another process: how soon a worker continues the run. */
@NullMarked
package io.stepgraph.benchmarks.answer;

import org.jspecify.annotations.NullMarked;
