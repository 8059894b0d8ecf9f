/**
 * For tests. The conformance suite of stores: {@link io.stepgraph.testkit.StoreContract} is what the tests of a store extend; each
 * of the interfaces it implements holds the promises of one part of the contract. {@link io.stepgraph.testkit.CrashPoints} lets
 * a test cut real processes off at named places, and {@link io.stepgraph.testkit.FakeClock} is a time that a test tells.
 */
@NullMarked
package io.stepgraph.testkit;

import org.jspecify.annotations.NullMarked;
