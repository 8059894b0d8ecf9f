/**
 * The model of one agent class, as records: the declarations, their places, and the facts derived from them. Start
 * with {@link io.stepgraph.processor.model.AgentModel}.
 */
@NullMarked
package io.stepgraph.processor.model;

import org.jspecify.annotations.NullMarked;
