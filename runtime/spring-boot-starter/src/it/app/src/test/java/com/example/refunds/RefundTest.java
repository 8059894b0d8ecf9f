package com.example.refunds;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.when;

import io.stepgraph.spring.StepgraphTest;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

@StepgraphTest
class RefundTest {
    @MockitoBean
    Payments payments;

    @Autowired
    RefundGraph graph;

    @TestFactory
    Stream<DynamicNode> survives_a_crash_at_each_place() {
        when(payments.refund(eq(500), any())).thenReturn("receipt-1");
        return AgentTests.of(
                        scenario("approved", new Refund.Approved()),
                        scenario("rejected", new Refund.Rejected("too late")))
                .minCoverage(1.0)
                .tests();
    }

    private Scenario<RefundGraph.Runs> scenario(String name, Refund.Decision decision) {
        Refund.Claim claim = new Refund.Claim();
        claim.cents = 500;
        return Scenario.of(name, () -> graph)
                .start((runs, id) -> runs.run(id, claim))
                .answer(RefundStep.ASK, decision);
    }
}
