/**
 * What was read from one agent class, as records: what the user wrote, where it stands, and what follows from it. Enter
 * at {@link io.stepgraph.processor.model.AgentModel}.
 */
@NullMarked
package io.stepgraph.processor.model;

import org.jspecify.annotations.NullMarked;
