package io.stepgraph.spring;

import io.stepgraph.engine.WorkerStatus;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoreLoad;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reports the health of Stepgraph: up if the store answers and the worker runs. The details tell how long the oldest
 * due run has waited for a worker, and what the worker does.
 */
final class StepgraphHealthIndicator extends AbstractHealthIndicator {
    private final Store store;
    private final String namespace;
    private final @Nullable WorkerLifecycle worker;

    StepgraphHealthIndicator(Store store, String namespace, @Nullable WorkerLifecycle worker) {
        super("The store of Stepgraph does not answer");
        this.store = store;
        this.namespace = namespace;
        this.worker = worker;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        StoreLoad load = store.lists().load(namespace);
        health.up()
                .withDetail("queueAge", load.queueAge().toString())
                .withDetail("effectsInDoubt", load.effectsInDoubt());
        Optional<WorkerStatus> status = worker == null ? Optional.empty() : worker.status();
        status.ifPresent(now -> {
            health.withDetail("worker", now.state()).withDetail("running", now.running());
            if (now.state() != WorkerStatus.State.RUNNING) {
                health.outOfService();
            }
        });
    }
}
