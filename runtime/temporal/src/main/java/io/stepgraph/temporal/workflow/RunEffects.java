package io.stepgraph.temporal.workflow;

import io.stepgraph.engine.store.EffectBook;
import io.stepgraph.engine.store.EffectEnd;
import io.stepgraph.engine.store.EffectRecord;
import io.stepgraph.engine.store.EffectResolution;
import io.stepgraph.engine.store.EffectStart;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.StopReason;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The effects of a run, as part of its workflow: what an update has recorded is durable when the update returns (E3). */
final class RunEffects {
    private static final Json NOTHING = Json.of("null");

    private final RunKey run;
    private final EffectBook book;

    RunEffects(RunRef run, List<EffectRecord> known) {
        this.run = new RunKey(run.namespace(), run.id());
        this.book = new EffectBook(known);
    }

    EffectRecord begin(long fencingToken, EffectStart effect, long now) {
        return book.begin(fencingToken, effect, Instant.ofEpochMilli(now));
    }

    void end(List<EffectEnd> ends, long now) {
        book.end(ends, Instant.ofEpochMilli(now));
    }

    @Nullable EffectRecord resolve(EffectResolution resolution, long now) {
        return book.resolve(run, resolution, Instant.ofEpochMilli(now));
    }

    /** The run parks: nobody ends the effects for which it does. */
    void parked(String reason, long now) {
        book.stopped(new StopReason.Parked(reason, null), Instant.ofEpochMilli(now));
    }

    /** The run ends: nobody ends its effects any more (E7). */
    void ended(Stop why, long now) {
        StopReason reason = why instanceof Stop.Cancelled cancelled
                ? new StopReason.Cancelled(cancelled.by())
                : why instanceof Stop.Failed failed
                        ? new StopReason.Failed(failed.failure())
                        : new StopReason.Completed(NOTHING);
        book.stopped(reason, Instant.ofEpochMilli(now));
    }

    /** The visit is left: nobody asks for its effects again, unless they are in doubt. */
    void left(long visit) {
        book.forgetVisit(visit);
    }

    List<EffectRecord> all() {
        return book.all(Instant.EPOCH);
    }
}
