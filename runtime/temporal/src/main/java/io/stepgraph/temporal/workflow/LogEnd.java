package io.stepgraph.temporal.workflow;

/**
 * The end of the log of an execution.
 *
 * @param execution Temporal's run id of the execution that holds the event
 * @param lastEvent the number of the last event
 * @param changedAt when the run last paused, ended or went on, in milliseconds by Temporal's clock
 */
public record LogEnd(String execution, long lastEvent, long changedAt) {}
