package io.stepgraph.jdbc.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Commit;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewCall;
import io.stepgraph.store.NewChild;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.VisitResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Runs to try a store with. */
public final class Runs {
    public static final Duration LEASE = Duration.ofDays(1);
    public static final LeaseRequest ANN =
            new LeaseRequest(new Owner("machine-a", "boot-a", 101, 1_600_000_000_000L, "runner-a"), LEASE);
    public static final LeaseRequest BOB =
            new LeaseRequest(new Owner("machine-b", "boot-b", 202, 1_600_000_000_001L, "runner-b"), LEASE);
    public static final Json EVENT = Json.of("{\"event\":\"step-finished\"}");

    private Runs() {}

    public static RunKey key(String id) {
        return new RunKey("default", id);
    }

    public static NewRun newRun(String id) {
        return newRun(id, Retention.KEEP_OUTCOME);
    }

    public static NewRun newRun(String id, Retention retention) {
        return new NewRun(
                key(id),
                "example.Review",
                "print-1",
                PermissionMode.DEFAULT,
                Json.of("{\"draft\":\"first\"}"),
                retention,
                null,
                false,
                new StepEntry("draft", null, 1, 1, 0, 1, null),
                Json.of("{\"draft\":\"first\"}"),
                null,
                List.of(EVENT),
                null,
                Map.of());
    }

    /** The commit that brings a run from one visit to the next, with a state that names the visit. */
    public static Commit to(long visit, int size) {
        return commit(new StepEntry("review", null, visit, 1, 0, 1, null), state(visit, size), null, List.of(EVENT));
    }

    public static Commit rests(long revision, StopReason stopReason) {
        StepEntry next = new StepEntry("approve", null, revision + 1, 1, 0, 1, null);
        return commit(next, null, stopReason, List.of(EVENT));
    }

    /** The commit that brings a run to its next visit. */
    public static Commit commit(
            StepEntry next,
            @Nullable Json state,
            @Nullable StopReason stopReason,
            List<Json> events,
            EffectEnd... ends) {
        VisitResult result = new VisitResult(next, state, stopReason, null, events);
        return new Commit(next.visit() - 1, 0, "print-1", result, List.of(ends));
    }

    /** The commit with which a run calls so many agents in its present visit. */
    public static Commit calls(StoredRun caller, int agents) {
        StepEntry here = new StepEntry("gather", null, caller.checkpoint().visit(), 1, 0, 1, null);
        VisitResult result = new VisitResult(
                here,
                null,
                new StopReason.Called(List.of("agent"), agents),
                null,
                List.of(EVENT),
                new NewCall(
                        IntStream.rangeClosed(1, agents)
                                .mapToObj(place -> child(caller, place))
                                .toList(),
                        100_000));
        return new Commit(caller.revision(), 0, "print-1", result, List.of());
    }

    private static NewChild child(StoredRun caller, int place) {
        return new NewChild(
                childId(caller, place),
                place,
                caller.graph() + "/agent",
                "print-1",
                PermissionMode.ACCEPT_EDITS,
                new StepEntry("draft", null, 1, 1, 0, 1, null),
                Json.of("{\"draft\":\"first\"}"),
                List.of(EVENT));
    }

    /** The id of an agent that a run has called in its first visit. */
    public static String childId(StoredRun caller, int place) {
        return caller.key().id() + "//gather.1/agent." + place;
    }

    /** Another call of an effect, without a business key. */
    public static EffectStart call(EffectId effect, int attempt) {
        return call(effect, attempt, false);
    }

    /** The first call of an effect that may be called again under the same key. */
    public static EffectStart repeatableCall(EffectId effect) {
        return call(effect, 1, true);
    }

    private static EffectStart call(EffectId effect, int attempt, boolean isRepeatable) {
        Json request = Json.of("{\"cents\":1}");
        return new EffectStart(
                effect,
                null,
                "draft",
                attempt,
                false,
                false,
                "key",
                request,
                Json.of("{}"),
                !isRepeatable,
                isRepeatable,
                LEASE,
                List.of());
    }

    /** The run is stored as it was seen. */
    public static void assertUnchanged(Store store, StoredRun seen) {
        assertThat(store.runs().find(seen.key()))
                .usingRecursiveComparison()
                .ignoringFields("readAt", "leaseUntil")
                .isEqualTo(seen);
    }

    /** The ticket of the question that a run asks in its second visit. */
    public static Ticket ticket(StoredRun run) {
        return new Ticket(run.key().namespace(), run.key().id(), run.runNumber(), 2, "approve", "nonce");
    }

    /** The continuation of a run after the answer to the question of its second visit. */
    public static StepEntry afterAnswer(Json answer) {
        return new StepEntry("revise", answer, 3, 1, 0, 3, null);
    }

    public static Json state(long visit, int size) {
        return Json.of("{\"visit\":" + visit + ",\"text\":\"" + "x".repeat(size) + "\"}");
    }
}
