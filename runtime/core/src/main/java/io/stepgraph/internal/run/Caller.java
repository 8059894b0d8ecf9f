package io.stepgraph.internal.run;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.store.RunKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a client.
 *
 * @param options the options of the runs that it starts
 * @param actor who calls (W1); null if nobody said
 */
record Caller(StartOptions options, @Nullable Actor actor) {
    static final Caller UNNAMED = new Caller(StartOptions.NONE, null);

    /** The name that is stored and compared; null if nobody said. */
    @Nullable String name() {
        return Names.orNull(actor);
    }

    /** The name that a command has; empty if nobody said. */
    String inLog() {
        return Names.inLog(actor);
    }

    /** The name that an event has; null if nobody said. */
    @Nullable String inLogOrNull() {
        return Names.inLogOrNull(actor);
    }

    /** The event of a run that this caller has started with these labels. */
    RunEvent.Started started(RunKey run, Map<String, String> labels) {
        return new RunEvent.Started(run.id(), inLogOrNull(), labels);
    }

    /** Refuses options that only {@code enqueue} takes. */
    void checkExecutable(RunKey key) {
        if (isLater()) {
            throw new IllegalArgumentException("Run '" + key + "' was not executed: only enqueue takes a start time,"
                    + " so that a worker executes the run later. Leave startAt and startAfter out.");
        }
    }

    /** Refuses options that a fork does not take. */
    void checkForks(RunKey fork) {
        if (isLater()) {
            throw new IllegalArgumentException(
                    "Run '" + fork + "' was not stored: a fork starts at once. Leave out startAt and startAfter.");
        }
    }

    private boolean isLater() {
        return options.startAt() != null || options.startAfter() != null;
    }
}
