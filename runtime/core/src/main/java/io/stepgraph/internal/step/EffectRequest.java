package io.stepgraph.internal.step;

import io.stepgraph.runtime.EffectNotPerformedException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An effect that a step performs now.
 *
 * @param step the step
 * @param visit the visit
 * @param attempt the attempt
 * @param name the name of the effect
 * @param item the part of the step's work that it belongs to, or its business key; empty if none
 * @param isKeyed whether {@code item} is a business key
 * @param ordinal its number among the effects of the attempt with this name and no item, counted from 1; 0 with an
 *     item, and where the order of calls is not stable
 * @param request what is asked of the remote system
 * @param resultType the type of the result
 * @param policy the action if it is in doubt
 * @param firstRequestWins whether a different stored request is accepted
 * @param notPerformedOn the exceptions that prove that it was not performed
 * @param callTimeout the time of one call
 * @param action the approved action that the request is; null if it is none
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
        Duration callTimeout,
        @Nullable ApprovedAction action) {

    /**
     * The part of the place in the ledger that its name leaves open: its business key, else its approved action, else
     * its item.
     */
    public String place() {
        return action == null || isKeyed ? item : action.place();
    }

    /** The item that people are shown of an approved action, whose place is its approval; null if there is none. */
    public @Nullable String shownItem() {
        return action == null || isKeyed || item.isEmpty() ? null : item;
    }

    /** Its number in the ledger. */
    public int placeOrdinal() {
        return isShared() ? 0 : ordinal;
    }

    /** Whether the runs of the namespace share it: it has a business key, or is an approved action (E2, A5). */
    public boolean isShared() {
        return isKeyed || action != null;
    }

    /** Returns the same effect at the place that it has without its approval. */
    @SuppressWarnings("unchecked") // an action is of exactly the class of the request
    public EffectRequest<R, T> unbound() {
        return action == null
                ? this
                : with(item, isKeyed, ordinal, (R) action.value(), resultType, policy, firstRequestWins);
    }

    /** Returns the same effect at the place of an approved action, whatever it asks for. */
    public EffectRequest<R, T> at(String place) {
        return with(place, true, 0, request, resultType, policy, firstRequestWins);
    }

    private <Q, V> EffectRequest<Q, V> with(
            String item,
            boolean isKeyed,
            int ordinal,
            Q request,
            Class<V> resultType,
            InDoubtPolicy<V> policy,
            boolean firstRequestWins) {
        return new EffectRequest<>(
                step,
                visit,
                attempt,
                name,
                item,
                isKeyed,
                ordinal,
                request,
                resultType,
                policy,
                firstRequestWins,
                notPerformedOn,
                callTimeout,
                null);
    }

    /**
     * Returns the request that stores the business key of an approved action with its approval: an effect that calls
     * nothing (A5).
     */
    public EffectRequest<String, Void> keyOf(ApprovedAction approved) {
        return with(approved.place(), true, 0, item, Void.class, new InDoubtPolicy.RetryWithSameKey<>(), false);
    }

    /**
     * The reason for which a run parks whose effect is in doubt, for a person to read.
     *
     * @param why why it is in doubt
     */
    public String inDoubt(String why) {
        return "Effect '" + label() + "' of step '" + step + "' is in doubt: " + why + (why.endsWith(".") ? "" : ".")
                + " Find out whether it was performed, and resolve it.";
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
        return item.isEmpty() ? ordinal <= 1 ? name : name + "#" + ordinal : name + "[" + item + "]";
    }
}
