package example;

import example.Hello.Guest;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class HelloTest {
    /** Plays the agent with a crash before and after each write of its store. */
    @TestFactory
    Stream<DynamicNode> greets_whatever_crashes() {
        return AgentTests.of(Scenario.of("a guest", () -> HelloGraph.of(new Hello()))
                        .start((runs, id) -> runs.run(id, new Guest("Paris")))
                        .answer(HelloStep.ASK, "Ada"))
                .minCoverage(1.0)
                .tests();
    }
}
