/**
 * For tests of stores and engines. The tests of a store extend {@link io.stepgraph.testkit.store.StoreContract}, those
 * of an engine {@link io.stepgraph.testkit.store.EngineContract}; each interface that they implement holds the promises
 * of one part. {@link io.stepgraph.testkit.store.CrashPoints} lets a test kill real processes at named places.
 */
@NullMarked
package io.stepgraph.testkit.store;

import org.jspecify.annotations.NullMarked;
