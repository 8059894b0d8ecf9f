package io.stepgraph.samples.review;

import io.stepgraph.samples.review.ReviewAgent.Approved;
import io.stepgraph.samples.review.ReviewAgent.Essay;
import io.stepgraph.samples.review.ReviewAgent.Rejected;
import io.stepgraph.samples.review.editor.LocalEditor;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The agent with its local editor: undisturbed, killed at each place, and in each mode. */
final class ReviewAgentTest {
    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicNode> the_agent_survives_everything() {
        return AgentTests.of(
                        scenario("an approved draft is revised").answer(ReviewAgentStep.APPROVE, new Approved()),
                        scenario("a rejected draft is kept")
                                .answer(ReviewAgentStep.APPROVE, new Rejected("It is fine as it is.")))
                .minCoverage(1.0)
                .coverageTo(Path.of("target/stepgraph/coverage.json"))
                .tests();
    }

    private Scenario<ReviewAgentGraph.Runs> scenario(String name) {
        String file = folder.resolve("essay.txt.summary.md").toString();
        return Scenario.of(name, () -> ReviewAgentGraph.of(new ReviewAgent(new LocalEditor())))
                .start((runs, id) -> runs.run(id, new Essay(file, "A long text. It has two sentences.")));
    }
}
