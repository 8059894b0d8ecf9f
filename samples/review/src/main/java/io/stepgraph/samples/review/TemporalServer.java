package io.stepgraph.samples.review;

import io.grpc.StatusRuntimeException;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Duration;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The server of Temporal that the environment names; without a name, Temporal's test server inside this program.
 *
 * @param service the connection
 * @param keeps whether runs outlive this program
 * @param end disconnects
 */
record TemporalServer(WorkflowServiceStubs service, boolean keeps, Runnable end) implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * Its warnings about an address are for programmers; {@link Unreachable} tells of it. Kept, so that its level
     * stays.
     */
    private static final Logger GRPC = Logger.getLogger("io.grpc");

    static {
        GRPC.setLevel(Level.SEVERE);
    }

    /** Nothing answers at the address. */
    static final class Unreachable extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unreachable(String address, Throwable cause) {
            super("No Temporal server answers at " + address + ", which TEMPORAL_ADDRESS names.", cause);
        }
    }

    static TemporalServer of(Map<String, String> environment) {
        String address = environment.getOrDefault("TEMPORAL_ADDRESS", "");
        return address.isBlank() ? inside() : at(address);
    }

    private static TemporalServer at(String address) {
        WorkflowServiceStubs service = stubs(address);
        try {
            service.connect(PATIENCE);
        } catch (StatusRuntimeException silent) {
            service.shutdownNow();
            throw new Unreachable(address, silent);
        }
        return new TemporalServer(service, true, service::shutdown);
    }

    private static WorkflowServiceStubs stubs(String address) {
        try {
            return WorkflowServiceStubs.newServiceStubs(
                    WorkflowServiceStubsOptions.newBuilder().setTarget(address).build());
        } catch (IllegalArgumentException noAddress) {
            throw new Unreachable(address, noAddress);
        }
    }

    private static TemporalServer inside() {
        TestWorkflowEnvironment server = TestWorkflowEnvironment.newInstance(
                TestEnvironmentOptions.newBuilder().setUseTimeskipping(false).build());
        return new TemporalServer(server.getWorkflowServiceStubs(), false, server::close);
    }

    @Override
    public void close() {
        end.run();
    }
}
