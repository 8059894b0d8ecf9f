package io.stepgraph.benchmarks.effects;

/**
 * What a step asks the payment service for. The service of these benchmarks answers at once, so that only the
 * bookkeeping is measured.
 *
 * @param account who pays
 * @param amount how much
 */
record Charge(String account, int amount) {

    /**
     * The answer of the service.
     *
     * @param key the idempotency key of the call
     * @param amount how much was paid
     */
    record Receipt(String key, int amount) {}

    /** Calls the service. */
    Receipt perform(String key) {
        return new Receipt(key, amount);
    }
}
