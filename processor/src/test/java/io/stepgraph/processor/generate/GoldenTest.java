package io.stepgraph.processor.generate;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.Golden;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is generated for two agents, whole: the one of the documentation, and one that uses everything. */
final class GoldenTest {

    @TempDir
    Path folder;

    @Test
    void review() throws IOException {
        Build build = Build.javac(folder, Build.agent("review"));
        Golden.assertSame("ReviewAgentStep.java", build.text("example/ReviewAgentStep.java"));
        Golden.assertSame("ReviewAgentGraph.java", build.text("example/ReviewAgentGraph.java"));
        for (String extension : new String[] {"json", "dot", "mmd"}) {
            String name = "example.ReviewAgent." + extension;
            Golden.assertSame(name, build.text("META-INF/stepgraph/" + name));
        }
    }

    @Test
    void loop() throws IOException {
        Build build = Build.javac(folder, Build.agent("loop"));
        Golden.assertSame("LoopAgentGraph.java", build.text("loop/LoopAgentGraph.java"));
        for (String extension : new String[] {"json", "dot", "mmd"}) {
            String name = "loop.LoopAgent." + extension;
            Golden.assertSame(name, build.text("META-INF/stepgraph/" + name));
        }
    }
}
