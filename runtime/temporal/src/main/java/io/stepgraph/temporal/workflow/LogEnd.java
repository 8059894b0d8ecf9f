package io.stepgraph.temporal.workflow;

/**
 * Where the log of an execution ends.
 *
 * @param execution Temporal's run id of the execution that holds the event
 * @param lastEvent the number of the last event
 */
public record LogEnd(String execution, long lastEvent) {}
