/** Tools: what a message costs for which a model calls one tool. */
@NullMarked
package io.stepgraph.benchmarks.tools;

import org.jspecify.annotations.NullMarked;
