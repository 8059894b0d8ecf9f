/**
 * The first stage: an agent class becomes an {@code AgentModel}. Nothing is judged here, and what does not exist yet is
 * taken by name. Enter at {@link io.stepgraph.processor.read.AgentReader}.
 */
@NullMarked
package io.stepgraph.processor.read;

import org.jspecify.annotations.NullMarked;
