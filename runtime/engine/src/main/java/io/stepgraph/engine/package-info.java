/**
 * Configures and opens the durable engine. Enter at {@link io.stepgraph.engine.Runner};
 * {@link io.stepgraph.engine.RunInspector} reads runs without the classes of their agents.
 */
@NullMarked
package io.stepgraph.engine;

import org.jspecify.annotations.NullMarked;
