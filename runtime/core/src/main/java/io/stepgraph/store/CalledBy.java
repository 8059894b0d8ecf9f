package io.stepgraph.store;

import io.stepgraph.PermissionMode;

/**
 * The call that has started a run.
 *
 * @param caller the number of the caller
 * @param root the number of the run at the top of the family, which nobody has called
 * @param visit the visit of the caller
 * @param place the run's number among the agents of the call, or the elements of the list, from 1
 * @param maxMode the most that the run may do
 */
public record CalledBy(long caller, long root, long visit, int place, PermissionMode maxMode) {}
