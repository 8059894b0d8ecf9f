package io.stepgraph.internal.step;

import io.stepgraph.runtime.EffectNotPerformedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * An effect that a step performs now.
 *
 * @param step the step
 * @param visit the visit
 * @param attempt the attempt
 * @param name the name of the effect
 * @param item the part of the step's work that it belongs to, or its business key; empty if none
 * @param isKeyed whether {@code item} is a business key
 * @param ordinal its number among the effects of the attempt with this name and no item, counted from 1; 0 with an item
 * @param request what is asked of the remote system
 * @param resultType the type of the result
 * @param policy the action if it is in doubt
 * @param firstRequestWins whether a different stored request is accepted
 * @param notPerformedOn the exceptions that prove that it was not performed
 * @param callTimeout the time of one call
 */
public record EffectRequest<R, T>(
        String step,
        long visit,
        int attempt,
        String name,
        String item,
        boolean isKeyed,
        int ordinal,
        R request,
        Class<T> resultType,
        InDoubtPolicy<T> policy,
        boolean firstRequestWins,
        List<Class<? extends Exception>> notPerformedOn,
        Duration callTimeout) {

    /**
     * The same effect, performed once for an answered question, whatever run is behind the answer (A5).
     *
     * @param asker the run that asked
     * @param question the visit of the question
     */
    EffectRequest<R, T> ofAnswer(String asker, long question) {
        String place = String.join("\0", asker, Long.toString(question), step, item, Integer.toString(ordinal));
        return new EffectRequest<>(
                step,
                visit,
                attempt,
                name,
                "answer " + UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8)),
                true,
                0,
                request,
                resultType,
                policy,
                firstRequestWins,
                notPerformedOn,
                callTimeout);
    }

    /**
     * The reason for which a run parks whose effect is in doubt, for a person to read.
     *
     * @param why why it is in doubt
     */
    public String inDoubt(String why) {
        return "Effect '" + label() + "' of step '" + step + "' is in doubt: " + why
                + ". Find out whether it was performed, and resolve it.";
    }

    /** Whether the exception of a call tells that the effect was not performed (E4). */
    public boolean provesNothingHappened(Throwable thrown) {
        return thrown instanceof EffectNotPerformedException
                || notPerformedOn.stream().anyMatch(type -> type.isInstance(thrown));
    }

    /** The name as it stands in messages. */
    public String label() {
        return label(name, item, ordinal);
    }

    /** The name of an effect as it stands in messages. */
    public static String label(String name, String item, int ordinal) {
        return item.isEmpty() ? ordinal == 1 ? name : name + "#" + ordinal : name + "[" + item + "]";
    }
}
