package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.ThreadBusyException;
import org.jspecify.annotations.Nullable;

/**
 * The name of a thread, that is, a conversation: an id in a namespace.
 *
 * @param namespace the namespace, as a {@link RunKey} has it
 * @param id the id, as the user gave it: text of the same kind
 */
public record ThreadKey(String namespace, String id) {

    /** Creates the error that the thread has an unfinished run (I8). */
    public ThreadBusyException busy(RunKey run, Status status) {
        return new ThreadBusyException(
                "Thread '" + id + "' has an unfinished run: '" + run + "' is " + status
                        + ". Nothing was changed; bring that run to its end, or cancel it, before you start another one.",
                run.id());
    }

    /**
     * The error that a run cannot be opened again, because its thread has had another run since (R7).
     *
     * @param later the other one; null if it was deleted, and nothing is known of it
     */
    public ThreadBusyException goneOn(RunKey run, @Nullable RunKey later) {
        return new ThreadBusyException(
                "Run '" + run + "' cannot be retried, since its thread '" + id + "' has gone on with "
                        + (later == null ? "a run that was deleted since" : "run '" + later + "'")
                        + ". Nothing was changed.",
                later == null ? null : later.id());
    }

    /** Creates the error that a run was given a state, while the thread has the one of its last run (L2). */
    public StartConflictException hasState(RunKey run) {
        return new StartConflictException("Run '" + run + "' was not started: thread '" + id
                + "' has had a run and goes on with the state of that run, so the given state would be lost. Give the"
                + " state as a supplier, or the run an input. Nothing was changed.");
    }

    /** Creates the error that the state of the thread is another graph's. */
    public StepgraphException wrongGraph(String graph, String wanted) {
        return new StepgraphException(
                ErrorCode.WRONG_GRAPH,
                "Thread '" + id + "' belongs to graph '" + graph + "', not to '" + wanted
                        + "'. Use another thread. Nothing was changed.");
    }

    @Override
    public String toString() {
        return id;
    }
}
