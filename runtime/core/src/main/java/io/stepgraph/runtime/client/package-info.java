/**
 * The types that generated code and programs call: {@link io.stepgraph.runtime.client.AgentGraph} joins an agent to an
 * {@link io.stepgraph.runtime.client.Engine}, {@link io.stepgraph.runtime.client.AgentRuns} calls its runs. The top of
 * the module.
 */
@NullMarked
package io.stepgraph.runtime.client;

import org.jspecify.annotations.NullMarked;
