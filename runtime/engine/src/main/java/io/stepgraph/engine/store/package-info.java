/**
 * The persistence contract and its records. Enter at {@link io.stepgraph.engine.store.Store};
 * {@link io.stepgraph.engine.store.MemoryStore} is its shortest implementation.
 */
@NullMarked
package io.stepgraph.engine.store;

import org.jspecify.annotations.NullMarked;
