/**
 * Tests of agents. {@link io.stepgraph.testkit.AgentTests} plays {@linkplain io.stepgraph.testkit.Scenario scenarios}
 * of an agent, with a crash at each place. {@link io.stepgraph.testkit.FakeClock} is a clock that a test moves.
 */
@NullMarked
package io.stepgraph.testkit;

import org.jspecify.annotations.NullMarked;
