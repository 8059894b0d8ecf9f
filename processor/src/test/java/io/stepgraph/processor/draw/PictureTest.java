package io.stepgraph.processor.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stepgraph.processor.draw.Picture.Line;
import io.stepgraph.processor.draw.Picture.Node;
import io.stepgraph.processor.draw.Picture.Shape;
import io.stepgraph.processor.draw.Picture.Style;
import io.stepgraph.processor.testing.Build;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures in both languages; {@code GoldenTest} holds two whole ones. */
final class PictureTest {

    private static final Picture ODD = new Picture(
            "a \"name\" \\",
            true,
            List.of(
                    new Node("<start>", Shape.START, "", List.of()),
                    new Node("größe", Shape.STEP, "größe", List.of("asks List<\"A\" & B>")),
                    new Node("end", Shape.INTERRUPT, "end", List.of())),
            List.of(
                    new Line("<start>", "größe", Style.NEXT, List.of("Map<String, int[]>")),
                    new Line("größe", "größe", Style.THEN, List.of("after 1 visit")),
                    new Line("größe", "end", Style.FAILURE, List.of("A", "B"))));

    @Test
    void whatHasAMeaningInDotIsQuoted() {
        assertThat(Dot.of(ODD))
                .startsWith("digraph \"a \\\"name\\\" \\\\\" {\n")
                .contains("\"größe\" [label=<größe<br/><font point-size=\"10\" color=\"#57606a\">"
                        + "asks List&lt;&quot;A&quot; &amp; B&gt;</font>>];")
                .contains("\"<start>\" -> \"größe\" [label=\" Map<String, int[]>\"];")
                .contains("\"größe\" -> \"größe\" [label=\" after 1 visit\", style=dotted];")
                .contains("\"größe\" -> \"end\" [label=\" A\\n B\", style=dashed];");
    }

    @Test
    void whatHasAMeaningInMermaidIsQuoted() {
        assertThat(Mermaid.of(ODD))
                .startsWith("flowchart LR\n")
                .contains("n1(\"größe<br><small>asks List#lt;#quot;A#quot; #amp; B#gt;</small>\"):::step")
                .contains("n2{{\"end\"}}:::interrupt")
                .contains("n0 -->|\"Map#lt;String, int[]#gt;\"| n1")
                .contains("n1 -.->|\"A<br>B\"| n2")
                .endsWith("  linkStyle 1 stroke-dasharray:1 4\n");
    }

    @Test
    void graphvizReadsEveryPicture(@TempDir Path folder) throws Exception {
        assumeTrue(hasGraphviz(), "Graphviz is not installed");
        for (String agent : List.of("review", "loop", "odd", "plain", "deep", "kinds")) {
            Build build = Build.javac(folder, Build.agent(agent));
            for (var file : build.generated().entrySet()) {
                if (file.getKey().endsWith(".dot")) {
                    assertThat(svg(file.getValue())).contains("<title>&lt;end&gt;</title>");
                }
            }
        }
        assertThat(svg(Dot.of(ODD))).contains("größe", "asks List&lt;&quot;A&quot; &amp; B&gt;");
    }

    private static boolean hasGraphviz() throws InterruptedException {
        try {
            return new ProcessBuilder("dot", "-V").start().waitFor() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    private static String svg(String dot) throws IOException {
        Process process =
                new ProcessBuilder("dot", "-Tsvg").redirectErrorStream(true).start();
        try (var in = process.getOutputStream()) {
            in.write(dot.getBytes(StandardCharsets.UTF_8));
        }
        String svg = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(svg).doesNotContainIgnoringCase("error", "warning:");
        return svg;
    }
}
