package io.stepgraph.store;

import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.CheckpointWorkException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link Store} that keeps runs where they stand: it starts them, gives them to owners, and takes the
 * writes of owners and of others. Each call is one transaction, which is durable when the call returns. A write under a
 * lease that has expired, or under an older token, is refused with {@link ErrorCode#LEASE_LOST} and changes nothing
 * (L1). Safe for use by many threads.
 */
public interface RunStore {

    /**
     * Starts a run under its first owner, unless there is one of this key. In a thread that has had a run, the run gets
     * the state that the last one left instead of the given one (L2).
     *
     * @param run the run
     * @param leaseRequest the owner that will execute it, and the length of its lease
     * @return the new run, {@code RUNNING} with token 1 and revision 1, or null if there is one of this key
     * @throws ThreadBusyException if its thread has an unfinished run
     * @throws StepgraphException with {@link ErrorCode#WRONG_GRAPH} if its thread belongs to another graph
     */
    @Nullable StoredRun start(NewRun run, LeaseRequest leaseRequest);

    /**
     * Reads a run.
     *
     * @param key its name
     * @return the run, or null if there is none
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored data cannot be read
     */
    @Nullable StoredRun find(RunKey key);

    /**
     * Reads where a run stands, at a cost that does not grow with its state.
     *
     * @param key its name
     * @return its header, or null if there is none
     */
    @Nullable RunHeader summary(RunKey key);

    /**
     * Gives a run to a runner, if the run still has the token, the revision and the status that the runner saw. The
     * store takes over a {@code RUNNING} run only if its lease has expired or its owner is proven dead, which counts as
     * a crash of its visit unless {@link StoredRun#countsCrash} says otherwise.
     * A {@code QUEUED} run continues once its delay is over, or at the step that takes its answer. A run that waits for
     * a time, or for a message, continues once its time is over, at the step that follows (Q1).
     * A {@code QUEUED} run at a mailbox continues there, or {@linkplain AcquireRequest#takes takes} a message in the
     * same transaction, at the step for it (Q7). A parked run continues at once. A {@code FAILED} run is opened again
     * at the visit that failed, with attempt 1, no crashes, and a new budget; one that another run has called is
     * {@linkplain #reopen opened} first, so that its caller waits for it again (C10). A caller continues at the step
     * that takes the results, once all its agents have ended (C4).
     *
     * @param request the request
     * @return the run, {@code RUNNING}, with a token one higher and a revision one higher; null if the run changed
     *     since it was read, or cannot be acquired yet
     * @throws IllegalArgumentException if {@link AcquireRequest#check} refuses the run
     * @throws ThreadBusyException if the run had failed, and its thread has continued since
     */
    @Nullable StoredRun acquire(AcquireRequest request);

    /**
     * Writes the result of a visit, and renews the lease. A commit that is sent again is recognised as stored, even if
     * a mode was set in between, or a cancel was requested or has ended the paused run. After another owner has
     * acquired the run, or an answer, an end or a message that woke it was written, the store cannot tell whether the
     * commit was stored, and throws {@link ErrorCode#LEASE_LOST}. A commit that calls also starts the runs of the
     * {@linkplain NewCall call}, {@code QUEUED} with token 1 and revision 1 (C2); the end of the last of them wakes the
     * caller (C3). A commit also writes what it {@linkplain VisitResult#messages changes} of the messages of the run
     * (Q6, Q7).
     *
     * @param lease the right to write
     * @param commit the commit
     * @return the result
     * @throws StepgraphException with {@link ErrorCode#LEASE_LOST} if the lease is over, another owner has taken the
     *     run over, or this one gave it back or has written something else since that revision; with
     *     {@link ErrorCode#START_CONFLICT} if the id of a run to be called is taken; with
     *     {@link ErrorCode#FAMILY_TOO_LARGE} if the family has no room; nothing was written
     */
    CommitResult commit(Lease lease, Commit commit);

    /**
     * {@linkplain #commit(Lease, Commit) Writes} the result of a visit, and then executes work of the program in the
     * same transaction: both are stored, or neither (E8). The work is executed only if the lease is good and nothing
     * came from outside. Such a commit shares its transaction with no other. The store stops work that lasts longer
     * than {@link Lease#longestWork}, and lets works keep no renewal of another lease waiting (L1).
     *
     * @param lease the right to write
     * @param commit the commit
     * @param work the work
     * @return the result; the work is stored only with {@link CommitResult#STORED}
     * @throws CheckpointWorkException if the work threw, was stopped, or ended the transaction ({@link
     *     ErrorCode#TRANSACTION_ENDED}); nothing was written
     * @throws UnsupportedOperationException if the store is not {@linkplain Store#isTransactional transactional}
     */
    default CommitResult commit(Lease lease, Commit commit, CheckpointWork work) {
        throw new UnsupportedOperationException("This store executes no work of the program.");
    }

    /**
     * Renews a lease in the middle of a step, without a new revision.
     *
     * @param lease the right to write
     * @return the command version, by which the owner sees that something came from outside
     * @throws StepgraphException with {@link ErrorCode#LEASE_LOST} if it has expired, or another owner has taken over
     *     the run
     */
    long renew(Lease lease);

    /**
     * Releases a run that is executed, so that any runner can continue it at once: {@code QUEUED}, without a crash
     * counted. One that is to be cancelled ends instead, since no owner is left to see it (L7). Does nothing if the
     * lease is over, another owner has taken the run over, or the run has paused or ended.
     *
     * @param lease the right to write
     */
    void release(Lease lease);

    /**
     * Stores an answer, closes its ticket and lets the run continue, in one transaction (I3). The store's clock decides
     * whether the answer is in time (I5): after the expiry time the store takes only the expiry, and before it only an
     * answer.
     *
     * @param answer the answer, or the expiry
     * @param next where the run continues, and the runner that executes it there. Null if the caller does not have the
     *     graph, which decides where the answer leads (I4): then the run stays at the visit that asked, {@code QUEUED}
     *     with {@link StopReason.Answered}, until a runner that has the graph {@linkplain #acquire acquires} it
     * @return the run as it was stored; null if the store has this very answer already, and nothing was changed
     * @throws StaleAnswerException if the ticket was used for another answer, is not a ticket of this run, has expired,
     *     or has not expired yet
     * @throws RunNotFoundException if there is no such run
     * @throws IllegalArgumentException if it is an expiry without {@code next}
     */
    @Nullable StoredRun answer(Answer answer, @Nullable Continuation next);

    /**
     * Opens the ticket of an answer again that was {@linkplain #answer stored} without the graph, because the graph
     * refuses the answer: the run waits with its question as before, and only the log keeps the answer.
     *
     * @param answered the run as it was read; if it has changed since, nothing is written
     * @param answerSchema the schema of the answers that the graph takes
     * @param due how long to wait for an answer, within the {@link Horizon}; null if without limit
     * @param events the events to add to its log
     * @return whether it waits again
     * @throws IllegalArgumentException if the run as seen has no answer that waits to be taken up
     */
    boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Due due, List<Json> events);

    /**
     * Ends a run that nobody executes: a run that waits or is queued, for example because its deadline has passed (R8),
     * or a run whose lease has expired (L3).
     *
     * @param seen the run as it was read; if it has changed since, or was to change (L7), nothing is written
     * @param stopReason how it ends
     * @param events the events to add to its log
     * @return whether the run was ended; false if a process executes it under a lease that is still valid
     * @throws IllegalArgumentException if the run as read has ended, if the reason is not final, or if it is a failure
     *     of a run with a submitted answer
     */
    boolean end(StoredRun seen, StopReason stopReason, List<Json> events);

    /**
     * Finds runs that were cut off: they are {@code RUNNING}, but their lease has expired.
     *
     * @param namespace whose
     * @param limit how many at most; not below zero
     * @return their keys, in the order in which their leases expired
     * @throws IllegalArgumentException if {@code limit} is below zero
     */
    List<RunKey> expired(String namespace, int limit);

    /**
     * Changes a run from outside: asks the command for its {@linkplain RunCommand#change change} to the run as it
     * stands, and writes that in the same transaction. The owner of a run that is executed sees it at its next commit
     * or renewal (L7). All unfinished descendants get the command {@linkplain RunCommand#forDescendant for them} in the
     * same transaction, if the run itself changes (C8). A run that another one has called gets it {@linkplain
     * RunCommand#within within} the lower of its caller's mode and the limit of its call.
     *
     * @param key the run
     * @param runNumber its number, so that no later run of this key is changed; null for the run that there is
     * @param command the command
     * @return the run after it
     * @throws RunNotFoundException if there is no such run
     */
    RunHeader command(RunKey key, @Nullable Long runNumber, RunCommand command);

    /**
     * Stops the unfinished descendants of a run that waits for agents that it has called, in one transaction, and lets
     * nobody look at the time of the call again: the last end wakes the caller (C9).
     *
     * @param caller the run as it was read; if it has changed since, nothing is written
     * @param stop the command that each unfinished descendant gets
     * @return the descendants whose owners have to see it; null if the caller has changed
     */
    @Nullable List<RunKey> stopCalled(StoredRun caller, RunCommand.Stop stop);

    /** {@linkplain #command(RunKey, Long, RunCommand) Changes} the run that there is, whatever its number. */
    default RunHeader command(RunKey key, RunCommand command) {
        return command(key, null, command);
    }

    /**
     * Opens a failed run again, for the runner that continues it next: {@code QUEUED} at the visit that failed, with
     * attempt 1, no crashes, and a new budget (R7). Its token and its revision are one higher. No values of the run are
     * read.
     *
     * <p>A run that has failed in a call whose agents are stored becomes {@code WAITING} with {@link StopReason.Called}
     * instead, until {@link ReopenRequest#callDue}: in the same transaction those of its agents that have failed are
     * opened in the same way, each with the lower of its caller's mode and the limit of its call. If none is left that
     * has not ended, it is {@code QUEUED} with {@link StopReason.Joined} (C10).
     *
     * @param request the run
     * @return false if there is no such run, or it has not failed in this visit; nothing was written
     * @throws ThreadBusyException if its thread has continued since
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if another run has called it, and all agents
     *     of that call have ended (C10)
     */
    boolean reopen(ReopenRequest request);
}
