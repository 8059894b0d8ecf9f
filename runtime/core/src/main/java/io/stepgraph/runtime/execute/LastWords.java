package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.EventLog;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the streams of this runner have not read yet of a run that its end removes, so that they see it to its end
 * (V4): taken from the store right before, with the events of the end itself.
 *
 * @param log the events
 * @param output the result; null if the run was cancelled
 */
record LastWords(EventLog log, @Nullable Json output) {

    /**
     * What is unread right before the end is written.
     *
     * @param told the events of the end
     * @param last the number of the last event before them
     */
    static LastWords before(
            Store store, Lease lease, List<RunSubscription> readers, Rest rest, List<Json> told, long last, Time time) {
        long read = Long.MAX_VALUE;
        for (RunSubscription reader : readers) {
            read = Math.min(read, reader.reached());
        }
        List<EventLog.Batch> batches = unread(store, lease, Math.min(read, last), last);
        batches.add(EventLog.Batch.of(last + told.size(), time.now(), told));
        return new LastWords(
                new EventLog(lease.incarnation(), true, batches),
                rest instanceof Rest.Succeeded succeeded ? succeeded.output() : null);
    }

    private static List<EventLog.Batch> unread(Store store, Lease lease, long after, long last) {
        List<EventLog.Batch> batches = new ArrayList<>();
        long reached = after;
        while (reached < last) {
            EventLog page = store.events(lease.key(), reached, Integer.MAX_VALUE);
            if (page == null
                    || page.incarnation() != lease.incarnation()
                    || page.batches().isEmpty()) {
                break;
            }
            batches.addAll(page.batches());
            reached = batches.get(batches.size() - 1).last();
        }
        return batches;
    }
}
