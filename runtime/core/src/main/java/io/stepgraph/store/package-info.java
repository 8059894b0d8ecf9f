/**
 * The contract of stores and its records. Start with {@link io.stepgraph.store.Store}; {@code MemoryStore} is its
 * shortest implementation.
 */
@NullMarked
package io.stepgraph.store;

import org.jspecify.annotations.NullMarked;
