/**
 * The types that an agent class writes, and the errors: {@link io.stepgraph.runtime.StepContext},
 * {@link io.stepgraph.runtime.StepFailure}, {@link io.stepgraph.runtime.Ticket},
 * {@link io.stepgraph.runtime.StepgraphException}. The lowest package of the module: it uses the annotations only.
 */
@NullMarked
package io.stepgraph.runtime;

import org.jspecify.annotations.NullMarked;
