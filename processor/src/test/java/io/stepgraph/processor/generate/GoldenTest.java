package io.stepgraph.processor.generate;

import static com.google.testing.compile.CompilationSubject.assertThat;

import com.google.testing.compile.Compilation;
import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.Golden;
import io.stepgraph.processor.testing.Javac;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * All that is generated for an agent: the one of the documentation, one that uses everything, one that calls others,
 * and one that takes messages.
 */
final class GoldenTest {

    @Test
    void review() throws IOException {
        Compilation review = Javac.strictly(Build.agent("review"));
        assertThat(review).succeededWithoutWarnings();
        Golden.assertSource(review, "example.ReviewAgentStep");
        Golden.assertSource(review, "example.ReviewAgentGraph");
        assertResources(review, "example.ReviewAgent");
    }

    @Test
    void loop() throws IOException {
        Compilation loop = Javac.strictly(Build.agent("loop"));
        assertThat(loop).succeededWithoutWarnings();
        Golden.assertSource(loop, "loop.LoopAgentGraph");
        assertResources(loop, "loop.LoopAgent");
    }

    @Test
    void report() throws IOException {
        Compilation report = Javac.strictly(Build.agent("report"));
        assertThat(report).succeededWithoutWarnings();
        Golden.assertSource(report, "report.ReportAgentGraph");
        assertResources(report, "report.ReportAgent");
    }

    @Test
    void mail() throws IOException {
        Compilation mail = Javac.strictly(Build.agent("mail"));
        assertThat(mail).succeededWithoutWarnings();
        Golden.assertSource(mail, "mail.MailAgentGraph");
        assertResources(mail, "mail.MailAgent");
    }

    /** The picture of an interrupt with many answers. */
    @Test
    void narrow() throws IOException {
        assertResources(Javac.strictly(Build.agent("narrow")), "narrow.Narrow");
    }

    private static void assertResources(Compilation compilation, String agent) throws IOException {
        for (String extension : List.of("json", "dot", "mmd")) {
            Golden.assertResource(compilation, "META-INF/stepgraph/" + agent + "." + extension);
        }
    }
}
