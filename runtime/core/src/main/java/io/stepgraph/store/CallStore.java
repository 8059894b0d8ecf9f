package io.stepgraph.store;

import java.util.List;

/**
 * The part of a {@link Store} that tells of calls: what the called runs have left, and where they stand. Each call is
 * one transaction that writes nothing. Safe for use by many threads. {@link RunStore#commit} stores a call, and the
 * statement that ends the last of its runs wakes the caller.
 */
public interface CallStore {

    /**
     * Sums the sizes of the ends of a call.
     *
     * @param caller the number of the caller
     * @param visit the visit that called
     * @return the sum of the bytes of their stop reasons, without traces as far as that is cheap to know
     */
    long sizeOfEnds(long caller, long visit);

    /**
     * Reads the ends of a call.
     *
     * @param caller the number of the caller
     * @param visit the visit that called
     * @return the ends of those runs that have ended, by place
     */
    List<ChildEnd> ends(long caller, long visit);

    /**
     * Reads where the runs of a call stand.
     *
     * @param caller the number of the caller
     * @param visit the visit that called
     * @param all whether to give all runs; else those that are {@code WAITING} or {@code FAILED}
     * @param limit how many at most
     */
    CallProgress progress(long caller, long visit, boolean all, int limit);

    /**
     * Says whether the descendants of a run rest (C6). They do if at least one waits for a person, a message, a mode,
     * an effect, or a time that is not over, and no other is executed, queued or due. A parked run counts as waiting,
     * even if a worker with a higher mode may claim it.
     *
     * @param run the number of the run
     */
    boolean isResting(long run);

    /**
     * Finds the runs that have called a run.
     *
     * @param run the run
     * @return its caller, the caller of that, and so on up to the run at the top; empty if nobody has called it
     */
    List<RunKey> callers(RunKey run);

    /**
     * Lists the family of a run: the run itself, and all its descendants, by their numbers. So a caller comes before
     * its children, and those of a call come by place.
     *
     * @param run the run
     * @param limit how many at most
     * @return the members; empty if there is no such run
     */
    List<FamilyMember> family(RunKey run, int limit);
}
