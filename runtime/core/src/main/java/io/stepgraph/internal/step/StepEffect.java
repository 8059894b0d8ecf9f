package io.stepgraph.internal.step;

import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectCall;
import io.stepgraph.runtime.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An effect as a step describes it. */
final class StepEffect<R, T> implements Effect<R, T> {
    private static final Duration CALL_TIMEOUT = Duration.ofMinutes(1);

    private final String name;
    private final AttemptEffects effects;
    private final R request;
    private final Class<T> resultType;
    private final Answered.@Nullable Part<?> part;
    private String item = "";
    private boolean isKeyed;
    private InDoubtPolicy<T> policy = new InDoubtPolicy.Park<>();
    private boolean firstRequestWins;
    private final List<Class<? extends Exception>> notPerformedOn = new ArrayList<>();
    private Duration callTimeout = CALL_TIMEOUT;

    /**
     * An effect.
     *
     * @param part the part of the answered question that the request is; null if it is not one
     */
    StepEffect(AttemptEffects effects, String name, R request, Class<T> resultType, Answered.@Nullable Part<?> part) {
        this.effects = effects;
        this.name = name;
        this.request = request;
        this.resultType = resultType;
        this.part = part;
    }

    @Override
    public StepEffect<R, T> item(String item) {
        return withPlace(Names.checked(item, "item", "The item of an effect"), false);
    }

    @Override
    public StepEffect<R, T> key(String businessKey) {
        return withPlace(Names.checked(businessKey, "businessKey", "The business key of an effect"), true);
    }

    private StepEffect<R, T> withPlace(String place, boolean isBusinessKey) {
        if (!item.isEmpty() && isKeyed != isBusinessKey) {
            throw new IllegalStateException("Effect '" + name
                    + "' has an item and a business key. Give it one of them: a business key needs no item.");
        }
        this.item = place;
        this.isKeyed = isBusinessKey;
        return this;
    }

    @Override
    public StepEffect<R, T> retryWithSameKey() {
        this.policy = new InDoubtPolicy.RetryWithSameKey<>();
        return this;
    }

    @Override
    public StepEffect<R, T> reconcile(Lookup<T> lookup) {
        this.policy = new InDoubtPolicy.Reconcile<>(Objects.requireNonNull(lookup, "lookup"));
        return this;
    }

    @Override
    public StepEffect<R, T> firstRequestWins() {
        this.firstRequestWins = true;
        return this;
    }

    @Override
    public StepEffect<R, T> notPerformedOn(Class<? extends Exception> type) {
        notPerformedOn.add(Objects.requireNonNull(type, "type"));
        return this;
    }

    @Override
    public StepEffect<R, T> callTimeout(Duration timeout) {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("callTimeout must be longer than zero, not " + timeout + ".");
        }
        this.callTimeout = timeout;
        return this;
    }

    @Override
    @SuppressWarnings("NullAway") // null is the only value of Void, the type of an effect without a result
    public <X extends Exception> T call(EffectCall<R, T, X> call) throws X {
        return effects.call(this, Objects.requireNonNull(call, "call"));
    }

    String name() {
        return name;
    }

    Answered.@Nullable Part<?> part() {
        return part;
    }

    String item() {
        return item;
    }

    boolean isKeyed() {
        return isKeyed;
    }

    R request() {
        return request;
    }

    EffectRequest<R, T> request(String step, long visit, int attempt, int ordinal, @Nullable ApprovedAction action) {
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
                List.copyOf(notPerformedOn),
                callTimeout,
                action);
    }
}
