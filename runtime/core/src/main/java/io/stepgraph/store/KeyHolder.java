package io.stepgraph.store;

import java.time.Duration;
import java.time.Instant;

/**
 * The place that has begun the last call of an effect with a business key (E2).
 *
 * @param runNumber the run, which may be deleted
 * @param visit the visit
 * @param status how far the effect has come there
 * @param callUntil when the call is over, by the store's clock
 * @param readAt when this was read, by the store's clock
 */
public record KeyHolder(long runNumber, long visit, EffectStatus status, Instant callUntil, Instant readAt) {
    /** The time after a call during which nobody asks about it, makes it again, or forgets its key. */
    public static final Duration MARGIN = Duration.ofSeconds(1);

    /** The holder at whose place this effect stands. */
    public static KeyHolder of(long runNumber, EffectRecord effect) {
        return new KeyHolder(runNumber, effect.id().visit(), effect.status(), effect.callUntil(), effect.readAt());
    }

    /** Whether this is the place of an effect with the same name and business key. */
    public boolean isAt(long runNumber, EffectId id) {
        return this.runNumber == runNumber && visit == id.visit();
    }

    /** Whether another place may make the next call: the effect is not done, and nobody can be in a call. */
    public boolean canMove() {
        return switch (status) {
            case DONE -> false;
            // A run may end while its call is in progress (E7).
            case STARTED, IN_DOUBT -> readAt.isAfter(callUntil);
            case FAILED -> true;
        };
    }

    /** Whether no call can be in progress any more, so that the key may be forgotten. */
    public boolean isCallOver() {
        return switch (status) {
            case DONE, FAILED -> true;
            case STARTED, IN_DOUBT -> readAt.isAfter(callUntil.plus(MARGIN));
        };
    }
}
