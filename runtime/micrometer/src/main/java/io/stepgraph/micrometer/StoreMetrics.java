package io.stepgraph.micrometer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoreLoad;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures what waits in a store, for one namespace. Bind it in one process of many: all would report the same numbers.
 *
 * <ul>
 *   <li>{@code stepgraph.runs}: a gauge of unfinished runs; tags {@code namespace}, {@code graph} and {@code status}
 *       (queued, running, waiting)
 *   <li>{@code stepgraph.queue.age}: a gauge, in seconds: how long the run that waits longest for a worker has been
 *       due; tag {@code namespace}
 *   <li>{@code stepgraph.effects.in.doubt}: a gauge of the effects that a person has to resolve; tag {@code namespace}
 * </ul>
 *
 * <p>A gauge that is read asks the store at most every ten seconds, and gives NaN while the store does not answer. The
 * cost grows with the unfinished runs. Safe for use by many threads.
 */
public final class StoreMetrics implements MeterBinder {
    private static final Logger log = LoggerFactory.getLogger(StoreMetrics.class);
    private static final Duration FRESH = Duration.ofSeconds(10);
    private static final List<Status> UNFINISHED = List.of(Status.QUEUED, Status.RUNNING, Status.WAITING);

    private final Store store;
    private final String namespace;
    private final long freshNanos;
    private final Set<Registered> registered = ConcurrentHashMap.newKeySet();

    private @Nullable StoreLoad load;
    private long readAt;

    private record Registered(MeterRegistry registry, String graph) {}

    /**
     * The metrics of a store.
     *
     * @param store the store, which stays the caller's to close
     * @param namespace the namespace
     */
    public StoreMetrics(Store store, String namespace) {
        this(store, namespace, FRESH);
    }

    /**
     * The metrics of a store.
     *
     * @param store the store, which stays the caller's to close
     * @param namespace the namespace
     * @param fresh how long numbers are used before the store is asked again; zero or more
     */
    public StoreMetrics(Store store, String namespace, Duration fresh) {
        if (fresh.isNegative()) {
            throw new IllegalArgumentException("fresh must be zero or more, not " + fresh + ".");
        }
        this.store = Objects.requireNonNull(store, "store");
        this.namespace = Objects.requireNonNull(namespace, "namespace");
        this.freshNanos = fresh.toNanos();
        this.readAt = System.nanoTime() - freshNanos - 1;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(
                        registry,
                        "stepgraph.queue.age",
                        "How long the oldest due run waits",
                        each -> each.queueAge().toMillis() / 1_000.0)
                .baseUnit("seconds")
                .register(registry);
        gauge(registry, "stepgraph.effects.in.doubt", "Effects that a person has to resolve", StoreLoad::effectsInDoubt)
                .register(registry);
        StoreLoad now = load();
        if (now != null) {
            register(registry, now);
        }
    }

    /** Registers gauges. Those of a graph that has runs for the first time appear with the next reading. */
    private void register(MeterRegistry registry, StoreLoad now) {
        for (StoreLoad.RunCount run : now.runs()) {
            if (registered.add(new Registered(registry, run.graph()))) {
                for (Status status : UNFINISHED) {
                    gauge(registry, "stepgraph.runs", "Unfinished runs", each -> count(each, run.graph(), status))
                            .tag("graph", run.graph())
                            .tag("status", status.name().toLowerCase(java.util.Locale.ROOT))
                            .register(registry);
                }
            }
        }
    }

    private static double count(StoreLoad load, String graph, Status status) {
        return load.runs().stream()
                .filter(run -> run.graph().equals(graph) && run.status() == status)
                .mapToLong(StoreLoad.RunCount::count)
                .sum();
    }

    private Gauge.Builder<StoreMetrics> gauge(
            MeterRegistry registry, String name, String description, ToDoubleFunction<StoreLoad> value) {
        return Gauge.builder(name, this, metrics -> metrics.read(registry, value))
                .description(description)
                .tag("namespace", namespace)
                .strongReference(true);
    }

    private double read(MeterRegistry registry, ToDoubleFunction<StoreLoad> value) {
        StoreLoad now = load();
        if (now == null) {
            return Double.NaN;
        }
        register(registry, now);
        return value.applyAsDouble(now);
    }

    /** The load, at most as old as allowed; null if the store does not answer. */
    private synchronized @Nullable StoreLoad load() {
        if (System.nanoTime() - readAt > freshNanos) {
            try {
                load = store.lists().load(namespace);
            } catch (RuntimeException silent) {
                load = null;
                log.warn(
                        "The load of namespace '{}' could not be read; its gauges are NaN until it can.",
                        namespace,
                        silent);
            }
            readAt = System.nanoTime();
        }
        return load;
    }
}
