package io.stepgraph.store;

/**
 * The end of a run that was called.
 *
 * @param id its id
 * @param place its number among the agents of the call, or the elements of the list, from 1
 * @param reason how it has ended: {@link StopReason.Completed}, {@link StopReason.Failed} without its trace, or {@link
 *     StopReason.Cancelled}
 */
public record ChildEnd(String id, int place, StopReason reason) {}
