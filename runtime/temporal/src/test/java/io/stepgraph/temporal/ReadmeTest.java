package io.stepgraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.temporal.ReviewAgent.Approved;
import io.stepgraph.temporal.ReviewAgent.Essay;
import io.stepgraph.temporal.ReviewAgentGraph.Outcome;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The code of the page is this one, and it runs. */
@Timeout(120)
final class ReadmeTest extends TemporalServer {
    private static final String MARK = "        // README\n";

    private static Outcome review(WorkflowServiceStubs workflowServiceStubs) {
        // README
        try (TemporalEngine engine =
                TemporalEngine.builder(workflowServiceStubs).namespace("agents").build()) {
            ReviewAgentGraph.Runs runs = ReviewAgentGraph.of(new ReviewAgent()).on(engine);
            Outcome outcome = runs.run("essay-1", new Essay());
            if (outcome instanceof Outcome.Approve question) {
                outcome = runs.answerApprove(question.ticket(), new Approved());
            }
            return outcome;
        }
        // README
    }

    private static Outcome reviewWithBlobs(WorkflowServiceStubs workflowServiceStubs, Path folder) {
        // README
        try (TemporalEngine engine = TemporalEngine.builder(workflowServiceStubs)
                .namespace("large agents")
                .blobs(BlobStore.directory(folder))
                .build()) {
            ReviewAgentGraph.Runs runs = ReviewAgentGraph.of(new ReviewAgent()).on(engine);
            return runs.run("essay-1", new Essay());
        }
        // README
    }

    @Test
    void the_code_runs(@TempDir Path folder) {
        assertThat(review(service()))
                .isInstanceOfSatisfying(
                        Outcome.Completed.class,
                        end -> assertThat(end.result().text).isEqualTo("A draft, published"));
        assertThat(reviewWithBlobs(service(), folder)).isInstanceOf(Outcome.Approve.class);
    }

    @Test
    void the_code_is_that_of_the_page() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/stepgraph/temporal/ReadmeTest.java"));
        String page = Files.readString(Path.of("README.md"));
        String[] parts = source.split(Pattern.quote(MARK), -1);
        assertThat(parts).hasSize(5);
        for (int i = 1; i < parts.length; i += 2) {
            assertThat(page).contains("```java\n" + parts[i].stripTrailing().stripIndent() + "\n```");
        }
    }
}
