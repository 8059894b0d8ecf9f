/**
 * The first stage: an agent class becomes an {@code AgentModel}. It checks nothing, and identifies types that do
 * not exist yet by their name. Start with {@link io.stepgraph.processor.read.AgentReader}.
 */
@NullMarked
package io.stepgraph.processor.read;

import org.jspecify.annotations.NullMarked;
