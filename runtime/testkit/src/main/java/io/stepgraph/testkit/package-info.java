/**
 * For tests. {@link io.stepgraph.testkit.AgentTests} plays {@linkplain io.stepgraph.testkit.Scenario scenarios} of an agent,
 * with a crash at each place. The conformance suite of stores: The tests of a store extend {@link io.stepgraph.testkit.StoreContract}; each
 * interface that it implements holds the promises of one part of the contract. {@link io.stepgraph.testkit.CrashPoints} lets
 * a test kill real processes at named places, and {@link io.stepgraph.testkit.FakeClock} is a clock that a test moves.
 */
@NullMarked
package io.stepgraph.testkit;

import org.jspecify.annotations.NullMarked;
