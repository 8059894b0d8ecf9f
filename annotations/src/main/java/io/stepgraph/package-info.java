/**
 * The annotations with which an agent is written. Start with {@link io.stepgraph.StepGraph}: its page shows a whole
 * agent and the shape of its methods.
 */
package io.stepgraph;
