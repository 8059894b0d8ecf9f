/**
 * The persistence contract and the records that travel through it. Enter at {@link io.stepgraph.runtime.store.Store};
 * {@link io.stepgraph.runtime.store.MemoryStore} is the shortest implementation to read.
 */
@NullMarked
package io.stepgraph.runtime.store;

import org.jspecify.annotations.NullMarked;
