/**
 * A coding agent that is driven by events: {@link io.stepgraph.samples.events.CodingAgent} is its graph, and
 * {@link io.stepgraph.samples.events.EventMachine} takes one event at a time and returns the action to perform. Nothing
 * in this package reads a file, a clock or a network; the subpackages do.
 */
@NullMarked
package io.stepgraph.samples.events;

import org.jspecify.annotations.NullMarked;
