package io.stepgraph.runtime.store;

import io.stepgraph.runtime.ThreadBusy;
import io.stepgraph.runtime.WrongGraph;

/**
 * What names a thread, that is, a conversation: an id in a scope.
 *
 * @param scope the scope
 * @param id the id, as the user gave it
 */
public record ThreadKey(String scope, String id) {

    /** The error that it has an unfinished run (I8). */
    public ThreadBusy busy(RunKey run, Status status) {
        return new ThreadBusy(
                "Thread '" + id + "' has an unfinished run: '" + run + "' is " + status
                        + ". Nothing was changed; bring that run to its end, or cancel it, before you start another one.",
                run.id());
    }

    /** The error that a run cannot be opened again, since the thread has had another one since (R7). */
    public ThreadBusy goneOn(RunKey run, RunKey later) {
        return new ThreadBusy(
                "Run '" + run + "' cannot be retried, since its thread '" + id + "' has gone on with run '" + later
                        + "'. Nothing was changed.",
                later.id());
    }

    /** The error that its state is another graph's. */
    public WrongGraph wrongGraph(String graph, String wanted) {
        return new WrongGraph("Thread '" + id + "' belongs to graph '" + graph + "', not to '" + wanted
                + "'. Use another thread. Nothing was changed.");
    }

    @Override
    public String toString() {
        return id;
    }
}
