package io.stepgraph.runtime;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The one call that an {@link Effect} makes of a port, with the stored request and its key (A6). A port whose method
 * takes it can be called by an effect only. There is no other way to get one, short of a class that implements
 * {@code Effect} itself, as {@code Effects} of {@code stepgraph-testkit} does for tests.
 *
 * <pre>{@code
 * public interface Payments { Receipt pay(Once<Refund> refund); }
 *
 * Receipt receipt = context.once("refund", approval.part(Question::action), Receipt.class)
 *         .retryWithSameKey()
 *         .perform(payments::pay);
 * }</pre>
 *
 * <p>Valid during the call; after it, both methods throw. Safe for use by many threads.
 *
 * @param <R> the type of the request
 */
public sealed class Once<R> permits ApprovedOnce {
    private final String key;
    private final R request;
    private final AtomicBoolean isRead = new AtomicBoolean();
    private volatile boolean isOver;

    Once(String key, R request) {
        this.key = Objects.requireNonNull(key);
        this.request = request;
    }

    /**
     * The key of the effect, to be passed on as the idempotency key.
     *
     * @return the same in all repeats, different for all other effects
     * @throws IllegalStateException if the call is over
     */
    public String key() {
        check();
        return key;
    }

    /**
     * Returns what is asked of the remote system. It is read once, so that one key goes with one call.
     *
     * @return the request as it was stored by the first attempt, which counts
     * @throws IllegalStateException if the call is over, or this was called before
     */
    public R request() {
        check();
        if (isRead.getAndSet(true)) {
            throw new IllegalStateException(
                    "The request of effect key " + key + " was read before. Read it into a variable.");
        }
        return request;
    }

    void end() {
        isOver = true;
    }

    private void check() {
        if (isOver) {
            throw new IllegalStateException(
                    "The call of effect key " + key + " is over. Perform the effect again with StepContext.once.");
        }
    }
}
