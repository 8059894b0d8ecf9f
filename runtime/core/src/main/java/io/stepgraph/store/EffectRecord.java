package io.stepgraph.store;

import io.stepgraph.internal.step.EffectRequest;
import io.stepgraph.runtime.graph.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A stored effect of a run.
 *
 * @param id its place
 * @param shownItem the item that people are shown where its place has that of an approval (A5); null if there is none
 * @param step the step that performs it
 * @param status how far it has come
 * @param fencingToken the token of the owner that has called it last; 0 if another run with its business key has
 * @param attempt the attempt that has called it last; 0 if another run has
 * @param isKeyed whether the item of its place is a business key
 * @param key the key that the remote system gets
 * @param request the request as the first attempt made it
 * @param resultSchema the JSON Schema of the result; null if it has none
 * @param result the result; null unless it is {@code DONE} and has one
 * @param parksInDoubt whether the run parks if the effect is in doubt
 * @param startedAt when the first call was about to begin, by the store's clock
 * @param callTimeout how long the last call takes at most
 * @param callUntil when the last call is over, by the store's clock
 * @param resolvedBy the person who resolved it; null if nobody had to
 * @param readAt when it was read, by the store's clock
 */
public record EffectRecord(
        EffectId id,
        @Nullable String shownItem,
        String step,
        EffectStatus status,
        long fencingToken,
        int attempt,
        boolean isKeyed,
        String key,
        Json request,
        @Nullable Json resultSchema,
        @Nullable Json result,
        boolean parksInDoubt,
        Instant startedAt,
        Duration callTimeout,
        Instant callUntil,
        @Nullable String resolvedBy,
        Instant readAt) {

    /** Returns its item as people are shown it. */
    public String item() {
        return shownItem == null ? id.item() : shownItem;
    }

    /** The name as it stands in messages. */
    public String label() {
        return EffectRequest.label(id.name(), item(), id.ordinal());
    }

    /**
     * Whether this owner has begun a call in this attempt, and not ended it: the answer to a start that is sent again
     * (R11).
     */
    public boolean isBegunBy(Lease lease, int attempt) {
        return isBegunBy(lease.fencingToken(), attempt);
    }

    /** Whether the owner with this fencing token has begun a call in this attempt, and not ended it. */
    public boolean isBegunBy(long ownerToken, int attempt) {
        return status == EffectStatus.STARTED && fencingToken == ownerToken && this.attempt == attempt;
    }

    /** Whether this is a copy of what another run with its business key has recorded. */
    public boolean isOfAnotherRun() {
        return fencingToken == 0;
    }

    /** Whether nobody knows, once its visit is over, whether it was performed. */
    public boolean isDoubtful() {
        return status == EffectStatus.STARTED || status == EffectStatus.IN_DOUBT;
    }

    /** Whether a person has to resolve it before the run continues. */
    public boolean holdsRun(long visit) {
        return status == EffectStatus.IN_DOUBT && parksInDoubt && id.visit() == visit;
    }

    /** Returns the same record as it is read at another time. */
    public EffectRecord at(Instant now) {
        return with(request, resultSchema, status, result, parksInDoubt, null, now);
    }

    /** Returns the same record after the end of its call. */
    public EffectRecord ended(EffectEnd end, Instant now) {
        boolean parks = parksInDoubt || end.status() == EffectStatus.IN_DOUBT;
        return with(request, resultSchema, end.status(), end.result(), parks, null, now);
    }

    /**
     * Returns the same record with another status.
     *
     * @param by the person who resolved it; null if nobody did now
     */
    public EffectRecord with(EffectStatus status, @Nullable Json result, @Nullable String by, Instant now) {
        return with(request, resultSchema, status, result, parksInDoubt, by, now);
    }

    private EffectRecord with(
            Json request,
            @Nullable Json resultSchema,
            EffectStatus status,
            @Nullable Json result,
            boolean parksInDoubt,
            @Nullable String by,
            Instant readAt) {
        return new EffectRecord(
                id,
                shownItem,
                step,
                status,
                fencingToken,
                attempt,
                isKeyed,
                key,
                request,
                resultSchema,
                result,
                parksInDoubt,
                startedAt,
                callTimeout,
                callUntil,
                by == null ? resolvedBy : by,
                readAt);
    }

    /** Returns the same record with other documents in place of the request, the schema and the result. */
    public EffectRecord withValues(UnaryOperator<Json> change) {
        return with(
                change.apply(request),
                resultSchema == null ? null : change.apply(resultSchema),
                status,
                result == null ? null : change.apply(result),
                parksInDoubt,
                null,
                readAt);
    }
}
