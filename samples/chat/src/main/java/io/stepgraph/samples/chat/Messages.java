package io.stepgraph.samples.chat;

import io.stepgraph.engine.Runner;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a thread, one for each message of the user: {@code default-1}, {@code default-2} and so on.
 *
 * @param runner where they run
 * @param thread the name of the thread
 */
record Messages(Runner runner, String thread) {

    /** The number of messages so far. */
    int count() {
        ListedRun last = last();
        return last == null ? 0 : Integer.parseInt(last.id().substring(last.id().lastIndexOf('-') + 1));
    }

    /** The id of the next run. */
    String next() {
        return thread + "-" + (count() + 1);
    }

    /** The run that has not ended; null if all have. Only the last run of a thread can be unfinished. */
    @Nullable String unfinished() {
        ListedRun last = last();
        return last == null || last.status().isEnd() ? null : last.id();
    }

    private @Nullable ListedRun last() {
        RunQuery query =
                RunQuery.ALL.thread(thread).orderBy(RunQuery.Order.STARTED).limit(1);
        RunPage page = runner.list(query);
        while (page.runs().isEmpty() && page.next() != null) {
            page = runner.list(query.after(page.next()));
        }
        return page.runs().isEmpty() ? null : page.runs().get(0);
    }
}
