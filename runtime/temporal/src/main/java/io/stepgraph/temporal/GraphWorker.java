package io.stepgraph.temporal;

import io.grpc.Status;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.temporal.workflow.RunLoop;
import io.stepgraph.temporal.workflow.ThreadLoop;
import io.temporal.client.WorkflowClient;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Executes the steps and loops of one graph in this process. A factory takes no worker after its start, so each has its
 * own.
 */
final class GraphWorker {
    private final String graph;
    private final Object agent;
    private final WorkerFactory factory;
    private final @Nullable VisitActivity visits;

    /**
     * A worker that is not started.
     *
     * @param visits null if other processes execute the steps
     */
    GraphWorker(
            WorkflowClient client, EngineConfig config, String graph, Object agent, @Nullable VisitActivity visits) {
        this.graph = graph;
        this.agent = agent;
        this.visits = visits;
        this.factory = WorkerFactory.newInstance(
                client,
                WorkerFactoryOptions.newBuilder()
                        .setWorkflowCacheSize(config.cachedLoops())
                        .build());
        Worker worker = factory.newWorker(
                RunWorkflows.taskQueue(config.namespace(), graph),
                WorkerOptions.newBuilder()
                        .setLocalActivityWorkerOnly(visits == null)
                        .setMaxHeartbeatThrottleInterval(config.lease().dividedBy(4))
                        .setDefaultHeartbeatThrottleInterval(config.lease().dividedBy(4))
                        .build());
        if (config.hasLoops()) {
            worker.registerWorkflowImplementationTypes(RunLoop.class, ThreadLoop.class);
        }
        if (visits != null) {
            worker.registerActivitiesImplementations(visits);
        }
    }

    /**
     * Starts to work.
     *
     * @throws StoreUnavailableException if Temporal cannot be reached
     * @throws IllegalArgumentException if Temporal does not have the namespace
     */
    void start() {
        try {
            factory.start();
        } catch (RuntimeException failed) {
            String namespace = factory.getWorkflowClient().getOptions().getNamespace();
            Status.Code status = Calls.status(failed);
            if (status == Status.Code.NOT_FOUND) {
                throw Calls.noNamespace(namespace, failed);
            }
            if (Calls.isUnavailable(status)) {
                throw new StoreUnavailableException(
                        "No worker of graph '" + graph + "' was started, because Temporal cannot be reached. ("
                                + Calls.reason(failed) + ")",
                        failed);
            }
            throw failed;
        }
    }

    /**
     * Refuses an agent whose steps this worker would not execute.
     *
     * @throws IllegalStateException if it is another one
     */
    void checkSame(Object other) {
        if (visits != null && !agent.equals(other)) {
            throw new IllegalStateException(
                    "This engine executes the steps of graph '" + graph + "' with another agent."
                            + " An engine has one agent for each graph: call on(engine) with that one, or build another engine.");
        }
    }

    /**
     * Takes no more work, and lets steps in progress end. Not {@code shutdownNow}: it would interrupt the replies of
     * visits.
     */
    void shutdown() {
        factory.shutdown();
    }

    void interruptSteps() {
        if (visits != null) {
            visits.close();
        }
    }

    /** Waits until the work in progress has ended, or until a time of {@link System#nanoTime}. */
    void awaitEnd(long until) {
        factory.awaitTermination(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    void shutdownNow() {
        factory.shutdownNow();
    }
}
