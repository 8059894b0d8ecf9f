/**
 * The store in memory, for tests and for programs whose runs need not survive them. Start with
 * {@link io.stepgraph.store.memory.MemoryStore}.
 */
@NullMarked
package io.stepgraph.store.memory;

import org.jspecify.annotations.NullMarked;
