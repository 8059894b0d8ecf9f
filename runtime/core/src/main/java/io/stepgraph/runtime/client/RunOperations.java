package io.stepgraph.runtime.client;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.Checkpoint;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The calls of {@link AgentRuns} that execute no step. Safe for use by many threads.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 */
public abstract class RunOperations<S, N extends Enum<N>> {
    /** The same runs, untyped. For generated code, which starts and answers runs by it without a call between. */
    protected final RunClient<S, N> client;

    RunOperations(RunClient<S, N> client) {
        this.client = Objects.requireNonNull(client, "client");
    }

    /**
     * The events of a run from the first one: stored events, then future ones (V4).
     *
     * @param id the run's id
     * @return a stream that ends with the run; close it
     * @throws RunNotFoundException if there is no such run
     */
    public final RunStream events(String id) {
        return client.events(id);
    }

    /**
     * The events of a run from a cursor on, in any process (V4).
     *
     * @param id the run's id
     * @param after the position to continue from, such as the cursor of the last event that the caller has seen
     * @return a stream that ends with the run; close it
     * @throws RunNotFoundException if there is no such run, or the cursor is of an earlier one of this id
     */
    public final RunStream subscribe(String id, EventCursor after) {
        return client.subscribe(id, after);
    }

    /**
     * Changes the mode of a run (M1). A parked run continues in a worker, or with its next {@code run} or {@code resume}, where
     * {@code maxMode} allows it.
     *
     * @param id the run's id
     * @param mode its mode from the next step on
     * @param by who changes it
     * @throws RunNotFoundException if there is none
     */
    public final void mode(String id, PermissionMode mode, String by) {
        client.mode(id, mode, by);
    }

    /**
     * Cancels a run (L6). A run that is paused, or whose owner is dead, ends at once. A step that this engine executes is
     * interrupted at once. Another owner notices the cancel at its next commit or when it renews the lease, within half of
     * the length of the lease. A step that does not stop then is left alone (R9): no later than another quarter after that
     * its run has ended without it. A run that has ended stays as it ended.
     *
     * @param id the run's id
     * @param by who cancels it
     * @throws RunNotFoundException if there is none
     */
    public final void cancel(String id, String by) {
        client.cancel(id, by);
    }

    /**
     * The effects of a run that are in doubt, for a person to resolve (E4).
     *
     * @param id the run's id
     * @return the effects; empty if no effect is in doubt
     * @throws RunNotFoundException if there is no such run
     */
    public final List<EffectInDoubt> effectsInDoubt(String id) {
        return client.effectsInDoubt(id);
    }

    /**
     * Removes a run that has ended, and all that belongs to it. The same id then starts a new run.
     *
     * @param id the run's id
     * @return whether there was one
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it has not ended; cancel it first. Or if it has
     *     ended with an effect in doubt; resolve it first ({@link #effectsInDoubt})
     */
    public final boolean delete(String id) {
        return client.delete(id);
    }

    /**
     * The history of a run: its checkpoint at the entry of each visit, the first visit first (S3). For runs that are
     * started with {@code Retention.KEEP_HISTORY}. The stream reads page by page; the run may be executed meanwhile.
     *
     * @param id the run's id
     * @return the checkpoints
     * @throws RunNotFoundException if there is no such run
     * @throws StepgraphException with {@link ErrorCode#CHECKPOINT_NOT_FOUND} if the run keeps no history
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} from the stream, if a checkpoint cannot be read; the
     *     message names the visit
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} from the stream, if this build does not have a step
     */
    public final Stream<Checkpoint<S, N>> history(String id) {
        return client.history(id);
    }

    /**
     * Creates a run that begins at a checkpoint of another run (S3). The new run is queued: a worker executes it, or {@code
     * resume}. It performs its own effects, so that those after the checkpoint happen again, unless they have a business
     * key. Answers before the checkpoint count for it, marked as inherited. If the step is an interrupt, the new run asks
     * again, with a new ticket. The new run belongs to no thread; its mode, deadline and retention are those of a new run,
     * and its labels {@code forked-from} and {@code forked-visit} name the checkpoint. The same fork may be asked for
     * again, and then changes nothing.
     *
     * @param id the id of the run with the checkpoint, in any status
     * @param visit the visit of the checkpoint
     * @param newId the id of the new run
     * @throws RunNotFoundException if there is no such run
     * @throws StepgraphException with {@link ErrorCode#CHECKPOINT_NOT_FOUND} if there is no checkpoint of this visit
     * @throws StartConflictException if there is a run with the new id that is not a fork of this checkpoint
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the checkpoint cannot be read
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have the step
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if this build gates the step, and the run had entered it without the answer
     */
    public final void fork(String id, long visit, String newId) {
        client.fork(id, visit, newId);
    }
}
