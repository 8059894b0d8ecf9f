package app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import app.ReviewGraph.Outcome;
import io.stepgraph.temporal.TemporalEngine;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ReviewTest {
    private static final Review.Essay EMPTY = new Review.Essay("", new BigDecimal("12.50"), List.of());

    private final TestWorkflowEnvironment server = TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder().setUseTimeskipping(false).build());

    @AfterEach
    void closeServer() {
        server.close();
    }

    @Test
    void runs_to_its_end() {
        try (TemporalEngine engine = TemporalEngine.builder(server.getWorkflowServiceStubs())
                .namespace("agents")
                .build()) {
            ReviewGraph.Runs runs = ReviewGraph.of(new Review()).on(engine);

            Outcome.Approve asked = assertInstanceOf(Outcome.Approve.class, runs.run("essay-1", EMPTY));
            assertEquals("Pay 12.50 for this? A draft [short]", asked.question());

            Outcome outcome = runs.answerApprove(asked.ticket(), new Review.Approved("Ann"));
            assertEquals(
                    new Review.Essay("A draft, approved by Ann", new BigDecimal("12.50"), List.of("short")),
                    assertInstanceOf(Outcome.Completed.class, outcome).result());
        }
    }
}
