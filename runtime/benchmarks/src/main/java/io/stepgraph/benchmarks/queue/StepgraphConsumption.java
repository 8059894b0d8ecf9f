package io.stepgraph.benchmarks.queue;

import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.engine.Worker;
import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.store.Store;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A worker. */
final class StepgraphConsumption implements Contender.Consumption {
    private final Store store;
    private final ShortAgent agent;
    private @Nullable Worker worker;

    StepgraphConsumption(String url, Consumer<String> begun) {
        store = PostgresStore.builder(url).open();
        agent = new ShortAgent(Talk.ofSize(Contender.BYTES), begun);
    }

    @Override
    public void start() {
        worker = Worker.builder(store)
                .graphs(ShortAgentGraph.of(agent))
                .concurrency(Contender.THREADS)
                .build()
                .start();
    }

    @Override
    public void stop() {
        Objects.requireNonNull(worker).close();
    }

    @Override
    public void close() {
        store.close();
    }
}
