package io.stepgraph.runtime;

/**
 * The one call that an {@link ApprovedEffect} makes of a port, with the action that was approved, as it is stored, and
 * its key (A6). A port whose method takes it can be reached only by an effect that performs an approved action.
 *
 * <pre>{@code
 * public interface Payments { Receipt pay(ApprovedOnce<Refund> refund); }
 * }</pre>
 *
 * @param <R> the type of the action
 */
public final class ApprovedOnce<R> extends Once<R> {

    ApprovedOnce(String key, R request) {
        super(key, request);
    }
}
