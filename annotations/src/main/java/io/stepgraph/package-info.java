/** The annotations an agent is written with. Begin at {@link io.stepgraph.StepGraph}. */
package io.stepgraph;
