/** Effects: what it costs to record that a step has called another system once. */
@NullMarked
package io.stepgraph.benchmarks.effects;

import org.jspecify.annotations.NullMarked;
