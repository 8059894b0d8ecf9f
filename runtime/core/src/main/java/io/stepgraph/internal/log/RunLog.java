package io.stepgraph.internal.log;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventLog;
import org.jspecify.annotations.Nullable;

/** The log of one run, wherever its engine keeps it. Each reader has one of its own. */
public interface RunLog {

    /** Returns the present end of the log; null if there is no such run. */
    @Nullable Position position();

    /**
     * A page of the events that follow an event; null if there is no such run.
     *
     * @param after the number of the last event that is known
     * @param batches how many batches at most
     */
    @Nullable EventLog page(long after, int batches);

    /**
     * The result of the run, which its log does not repeat; null if it has none.
     *
     * @throws io.stepgraph.runtime.RunNotFoundException if the run with this number is gone
     */
    @Nullable Json result(long runNumber);

    /**
     * The end of a log.
     *
     * @param runNumber the number of the run
     * @param lastEvent the number of its last event
     * @param fencingToken the fencing token of those who may add events
     * @param isEnd whether the run has ended
     */
    record Position(long runNumber, long lastEvent, long fencingToken, boolean isEnd) {}
}
