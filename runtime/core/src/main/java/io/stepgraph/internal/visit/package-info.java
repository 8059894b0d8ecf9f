/**
 * One visit of a graph, JSON in and JSON out, for each engine that stores runs; and the machine, which runs a graph in
 * memory. Start with {@link io.stepgraph.internal.visit.Visits}.
 */
@NullMarked
package io.stepgraph.internal.visit;

import org.jspecify.annotations.NullMarked;
