package io.stepgraph.runtime.client;

/**
 * An agent that was called for an element of a list, and waits.
 *
 * @param run the id of its run
 * @param element the number of the element, from 1
 * @param outcome where it waits, or how it has failed
 * @param <O> the outcomes of the agent
 */
public record WaitingChild<O>(String run, int element, O outcome) {}
