package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import java.util.List;
import java.util.StringJoiner;

/**
 * A part of a run's log, read in order.
 *
 * @param runNumber the run's number
 * @param isComplete whether the run has ended and this part reaches the log's end
 * @param batches the events, one batch for each write
 */
public record EventLog(long runNumber, boolean isComplete, List<Batch> batches) {

    /** The number of bytes of events that a store gives at once, and one batch more at most. */
    public static final int PAGE_BYTES = 1 << 20;

    /**
     * Throws if events may be missing between an event and this part of the log (V1), or within this part.
     *
     * @param key the run
     * @param after the number of the last event that is known
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the numbers of the events are damaged
     */
    public void checkFollows(RunKey key, long after) {
        long reached = after;
        for (Batch batch : batches) {
            if (batch.count() < 1 || batch.first() < 1 || batch.first() > reached + 1 || batch.last() < batch.first()) {
                throw new StepgraphException(
                        ErrorCode.CORRUPT_CHECKPOINT,
                        "The log of run '" + key + "' is damaged after event " + reached
                                + ": what follows ends with number " + batch.last() + " and holds " + batch.count()
                                + " events. It was left unchanged; restore the database from a backup.");
            }
            reached = Math.max(reached, batch.last());
        }
    }

    /** Copies the list. */
    public EventLog {
        batches = List.copyOf(batches);
    }

    /**
     * The events of one write.
     *
     * @param last the number of the last of them; those before it have the numbers before
     * @param count how many there are
     * @param at when they were stored, by the store's clock
     * @param events a JSON array of them
     */
    public record Batch(long last, int count, Instant at, Json events) {

        /** The events that one write adds to a log, up to this number. */
        public static Batch of(long last, Instant at, List<Json> events) {
            StringJoiner array = new StringJoiner(",", "[", "]");
            for (Json event : events) {
                array.add(event.text());
            }
            return new Batch(last, events.size(), at, Json.of(array.toString()));
        }

        /** The number of the first. */
        public long first() {
            return last - count + 1;
        }
    }
}
