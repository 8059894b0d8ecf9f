package io.stepgraph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.TestAgent;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;

/** Runners and workers on one store, by the clock of the machine. */
abstract class WorkerFixture {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    final MemoryStore store = new MemoryStore();
    private final List<AutoCloseable> opened = new ArrayList<>();

    /** Closes what was opened last first. */
    @AfterEach
    final void close() throws Exception {
        Collections.reverse(opened);
        for (AutoCloseable each : opened) {
            each.close();
        }
        store.close();
    }

    final <T extends AutoCloseable> T closed(T resource) {
        opened.add(resource);
        return resource;
    }

    final Worker worker(TestGraph<Notes> graph, UnaryOperator<WorkerBuilder> config) {
        return worker(store, graph, config);
    }

    final Worker worker(Store watched, TestGraph<Notes> graph, UnaryOperator<WorkerBuilder> config) {
        WorkerBuilder builder = Worker.builder(watched).graphs(new TestAgent<>(graph));
        return closed(config.apply(builder).build().start());
    }

    final Runner runner(UnaryOperator<RunnerBuilder> config) {
        return closed(config.apply(Runner.builder(store)).build());
    }

    final RunClient<Notes, Node> runs(TestGraph<Notes> graph) {
        return runner(builder -> builder).client(graph, new Object());
    }

    final StoredRun stored(String id) {
        return Objects.requireNonNull(store.runs().find(new RunKey("default", id)));
    }

    /** A run that was begun by an owner who never comes back. */
    final void orphan(TestGraph<Notes> graph, String id, Owner owner, Duration lease) {
        runs(graph).enqueue(id, Notes.of(), null);
        abandon(id, owner, lease);
    }

    /** Gives a queued run to an owner who never comes back. */
    final void abandon(String id, Owner owner, Duration lease) {
        assertThat(store.runs()
                        .acquire(new AcquireRequest(stored(id), new LeaseRequest(owner, lease), false, List.of())))
                .isNotNull();
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(until);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
