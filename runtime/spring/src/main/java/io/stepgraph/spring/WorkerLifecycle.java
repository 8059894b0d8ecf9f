package io.stepgraph.spring;

import io.stepgraph.engine.Worker;
import io.stepgraph.engine.WorkerStatus;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * Starts a worker when the application has started, and drains it first when the application stops: before the web
 * server and the data source. An application that is stopped and started again gets another worker. Declare a bean of
 * this type for a worker of your own:
 *
 * <pre>{@code
 * @Bean
 * WorkerLifecycle worker(WorkerBuilder builder) { return new WorkerLifecycle(() -> builder.concurrency(2).build()); }
 * }</pre>
 *
 * <p>Safe for use by many threads.
 */
public final class WorkerLifecycle implements SmartLifecycle, DisposableBean {
    private final Supplier<? extends @Nullable Worker> workers;
    private @Nullable Worker worker;

    /**
     * The life of a worker.
     *
     * @param workers builds a worker that was not started, for each start of the application; null for none
     */
    public WorkerLifecycle(Supplier<? extends @Nullable Worker> workers) {
        this.workers = workers;
    }

    @Override
    public synchronized void start() {
        if (worker != null) {
            return;
        }
        Worker built = workers.get();
        if (built != null) {
            worker = built.start();
        }
    }

    /** Drains the worker: steps in progress end, and their runs are released for other workers. */
    @Override
    public void stop() {
        Worker drained = current();
        if (drained != null) {
            drained.close();
            forget(drained);
        }
    }

    /** Drains in another thread, so that other parts of the application stop meanwhile. */
    @Override
    public void stop(Runnable callback) {
        Thread drains = new Thread(
                () -> {
                    try {
                        stop();
                    } finally {
                        callback.run();
                    }
                },
                "stepgraph worker drains");
        drains.start();
    }

    /** After a failed start of the application, which stops nothing. */
    @Override
    public void destroy() {
        stop();
    }

    @Override
    public boolean isRunning() {
        return current() != null;
    }

    /** Returns what the worker does at this moment; empty before the start and after the stop. */
    public Optional<WorkerStatus> status() {
        return Optional.ofNullable(current()).map(Worker::status);
    }

    private synchronized @Nullable Worker current() {
        return worker;
    }

    private synchronized void forget(Worker drained) {
        if (worker == drained) {
            worker = null;
        }
    }
}
