package io.stepgraph.internal.log;

import io.stepgraph.internal.step.AttemptEvents;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of a visit. Its attempts record theirs, and its result takes all of them along. */
public interface VisitLog extends AttemptEvents {

    /** Returns how long the last attempt has taken so far; zero if none has begun since the last commit. */
    Duration elapsed();

    /**
     * All recorded events, then these. An outbox tells its observers the events of the last call once they are stored.
     *
     * @param value the value that these hold, as JSON; null if they hold none
     */
    List<Json> upTo(@Nullable Json value, RunEvent... last);
}
