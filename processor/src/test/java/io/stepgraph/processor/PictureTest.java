package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stepgraph.draw.Dot;
import io.stepgraph.draw.Mermaid;
import io.stepgraph.draw.Picture;
import io.stepgraph.draw.Picture.Line;
import io.stepgraph.draw.Picture.Mark;
import io.stepgraph.draw.Picture.Node;
import io.stepgraph.draw.Picture.Shape;
import io.stepgraph.draw.Picture.Style;
import io.stepgraph.processor.testing.Build;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures in both languages; {@code GoldenTest} holds two whole ones. */
final class PictureTest {

    private static final Picture ODD = new Picture(
            "a \"name\" \\",
            true,
            List.of(
                    new Node("<start>", Shape.START, "", List.of(), Mark.NONE),
                    new Node("größe", Shape.STEP, "größe", List.of("asks List<\"A\" & B>"), Mark.NONE),
                    new Node("end", Shape.INTERRUPT, "end", List.of(), Mark.NONE),
                    new Node("pay", Shape.GATED, "pay", List.of("gated by end: A"), Mark.NONE),
                    new Node("<end>", Shape.END, "END", List.of(), Mark.NONE),
                    new Node("<result>", Shape.RESULT, "List<A>", List.of(), Mark.NONE)),
            List.of(
                    new Line("<start>", "größe", Style.NEXT, List.of("Map<String, int[]>"), false),
                    new Line("größe", "größe", Style.THEN, List.of("after 1 visit"), false),
                    new Line("größe", "end", Style.FAILURE, List.of("A", "B"), false)));

    @Test
    void whatHasAMeaningInDotIsQuoted() {
        assertThat(Dot.of(ODD))
                .startsWith("digraph \"a \\\"name\\\" \\\\\" {\n")
                .contains("\"größe\" [label=<größe<br/><font point-size=\"10\" color=\"#57606a\">"
                        + "asks List&lt;&quot;A&quot; &amp; B&gt;</font>>];")
                .contains("\"<start>\" -> \"größe\" [label=\" Map<String, int[]>\"];")
                .contains("\"größe\" -> \"größe\" [label=\" after 1 visit\", style=dotted];")
                .contains(
                        "\"größe\" -> \"end\" [label=\" A\\n B\", style=dashed, color=\"#d1495b\", fontcolor=\"#d1495b\"];");
    }

    @Test
    void whatHasAMeaningInMermaidIsQuoted() {
        assertThat(Mermaid.of(ODD))
                .startsWith("flowchart LR\n")
                .contains("n1(\"größe<br><small>asks List#lt;#quot;A#quot; #amp; B#gt;</small>\"):::step")
                .contains("n2{{\"end\"}}:::interrupt")
                .contains("n0 -->|\"Map#lt;String, int[]#gt;\"| n1")
                .contains("n1 -.->|\"A<br>B\"| n2")
                .endsWith("  linkStyle 1 stroke-dasharray:1 4\n  linkStyle 2 stroke:#d1495b,color:#d1495b\n");
    }

    @Test
    void aGatedStepLooksLikeNoOther() {
        assertThat(Dot.of(ODD))
                .contains("gated by end: A</font>>, peripheries=2, fillcolor=\"#e3f4e8\", color=\"#2e8555\"];");
        assertThat(Mermaid.of(ODD))
                .contains("n3[[\"pay<br><small>gated by end: A</small>\"]]:::gated\n")
                .contains("classDef gated fill:#e3f4e8,stroke:#2e8555,color:#1f2328\n");
    }

    @Test
    void theResultStandsOnceBehindTheEnd(@TempDir Path folder) throws IOException {
        Build loop = Build.javac(folder, Build.agent("loop"));
        assertThat(loop.text("META-INF/stepgraph/loop.LoopAgent.dot"))
                .containsOnlyOnce("Report")
                .contains("\"<result>\" [label=\"Report\", shape=plaintext,", "\"<end>\" -> \"<result>\";");
        assertThat(loop.text("META-INF/stepgraph/loop.LoopAgent.mmd"))
                .containsOnlyOnce("Report")
                .contains("n12[\"Report\"]:::result\n", "n11 --> n12\n", "classDef result fill:none,stroke:none,");
    }

    @Test
    void aNodeSaysHowOftenItIsTriedAndForHowLong(@TempDir Path folder) throws IOException {
        Path source = Build.source(folder, "Tries.java", """
                package tries;
                import io.stepgraph.*;
                @StepGraph(start = "both")
                final class Tries {
                    record State(String text) {}
                    @Step(next = "often", timeout = "10s") @Retry(attempts = 3) void both(State state) {}
                    @Step(next = "once") @Retry(attempts = 4) void often(State state) {}
                    @Step(next = "brief") @Retry(attempts = 1) void once(State state) {}
                    @Step(next = StepGraph.END, timeout = "PT1M30S") void brief(State state) {}
                }
                """);
        assertThat(Build.javac(folder, List.of(source)).text("META-INF/stepgraph/tries.Tries.mmd"))
                .contains("(\"both<br><small>3 tries, 10s each</small>\"):::step")
                .contains("(\"often<br><small>4 tries</small>\"):::step")
                .contains("(\"once\"):::step")
                .contains("(\"brief<br><small>timeout PT1M30S</small>\"):::step");
    }

    @Test
    void aNodeSaysWhichEffectsItPerforms(@TempDir Path folder) throws IOException {
        Path source = Build.source(folder, "Pays.java", """
                package pays;
                import io.stepgraph.*;
                import io.stepgraph.runtime.StepContext;
                @StepGraph(start = "pay")
                final class Pays {
                    record State(String text) {}
                    @Step(next = StepGraph.END, effects = {"charge", "mail <>"}) void pay(State state, StepContext<?> context) {}
                }
                """);
        Build build = Build.javac(folder, List.of(source));
        assertThat(build.text("META-INF/stepgraph/pays.Pays.mmd")).contains("performs charge, mail #lt;#gt;");
        assertThat(build.text("META-INF/stepgraph/pays.Pays.dot")).contains("performs charge, mail &lt;&gt;");
        assertThat(build.text("META-INF/stepgraph/pays.Pays.json")).contains("\"effects\"");
        assertThat(build.text("pays/PaysGraph.java")).contains(".effects(\"charge\", \"mail <>\")");
    }

    @Test
    void aNodeSaysWhetherItWritesRowsWithItsCheckpoint(@TempDir Path folder) throws IOException {
        Path source = Build.source(folder, "Books.java", """
                package books;
                import io.stepgraph.*;
                import io.stepgraph.runtime.StepContext;
                @StepGraph(start = "book")
                final class Books {
                    record State(String text) {}
                    @Step(next = "look", transactional = true) void book(State state, StepContext<?> context) {}
                    @Step(next = StepGraph.END, transactional = false) void look(State state) {}
                }
                """);
        Build build = Build.javac(folder, List.of(source));
        assertThat(build.text("META-INF/stepgraph/books.Books.mmd"))
                .contains("(\"book<br><small>writes rows with its checkpoint</small>\"):::step", "(\"look\"):::step");
        assertThat(build.text("META-INF/stepgraph/books.Books.dot"))
                .containsOnlyOnce("writes rows with its checkpoint</font>>");
        assertThat(build.text("META-INF/stepgraph/books.Books.json")).containsOnlyOnce("\"transactional\": true");
    }

    @Test
    void aNodeSaysWhetherItDoesExactlyWhatAQuestionShowed(@TempDir Path folder) throws IOException {
        Build build = Build.javac(folder, Build.agent("exact"));
        assertThat(build.text("META-INF/stepgraph/exact.Exact.mmd"))
                .contains(
                        "{{\"second<br><small>asks Asked#lt;Refund#gt;</small><br><small>does exactly what approve showed: Fully | Partly</small>\"}}:::interrupt")
                .contains("performs refund</small><br><small>does exactly what second showed: Sure</small>\"]]:::gated")
                .contains("gated by approve: Fully | Partly");
        assertThat(build.text("META-INF/stepgraph/exact.Exact.json"))
                .contains(
                        "\"gate\": {\"interrupt\": \"second\", \"answers\": [\"exact.Exact.Sure\"], \"exactly\": true}")
                .contains(
                        "\"gate\": {\"interrupt\": \"approve\", \"answers\": [\"exact.Exact.Fully\", \"exact.Exact.Partly\"]}");
    }

    @Test
    void anInterruptSaysWhoMayAnswer(@TempDir Path folder) throws IOException {
        Path source = Build.source(folder, "Eyes.java", """
                package eyes;
                import io.stepgraph.*;
                @StepGraph(start = "approve", roles = {"lead", "a <b>"})
                final class Eyes {
                    record State(String text) {}
                    record Yes() {}
                    @Interrupt(answer = Yes.class, next = "confirm") @AnsweredBy(role = {"lead", "a <b>"})
                    String approve(State state) { return ""; }
                    @Interrupt(answer = Yes.class, next = "sign") @GatedBy("approve") @AnsweredBy(otherThan = "approve", starter = true)
                    String confirm(State state, Yes first) { return ""; }
                    @Interrupt(answer = Yes.class, next = "pay")
                    @GatedBy("confirm") @AnsweredBy(otherThan = {"approve", "confirm"})
                    String sign(State state, Yes second) { return ""; }
                    @Step(next = StepGraph.END) void pay(State state, Yes third) {}
                }
                """);
        Build build = Build.javac(folder, List.of(source));
        assertThat(build.text("META-INF/stepgraph/eyes.Eyes.mmd"))
                .contains(
                        "<small>not answered by who answered approve</small><br><small>not answered by who answered confirm")
                .contains("asks String</small><br><small>answered by lead or a #lt;b#gt;</small>\"}}")
                .contains("asks String</small><br><small>answered by who started the run</small>");
        assertThat(build.text("META-INF/stepgraph/eyes.Eyes.dot")).contains("answered by lead or a &lt;b&gt;");
        assertThat(build.text("META-INF/stepgraph/eyes.Eyes.json"))
                .contains(
                        "\"answeredBy\": {\"roles\": [\"lead\", \"a <b>\"]}",
                        "\"answeredBy\": {\"starter\": true, \"otherThan\": [\"approve\"]}",
                        "\"answeredBy\": {\"otherThan\": [\"approve\", \"confirm\"]}");
        assertThat(build.text("eyes/EyesGraph.java"))
                .contains(
                        ".answerers(StepSpec.Starter.AS_OTHERS, List.of(), \"lead\", \"a <b>\")",
                        ".answerers(StepSpec.Starter.ONLY, List.of(EyesStep.APPROVE))",
                        ".answerers(StepSpec.Starter.AS_OTHERS, List.of(EyesStep.APPROVE, EyesStep.CONFIRM))");
    }

    @Test
    void aStepThatFailsTheRunLeadsToAnEndOfItsOwn(@TempDir Path folder) throws IOException {
        Path source = Build.source(folder, "Fails.java", """
                package fails;
                import io.stepgraph.*;
                import io.stepgraph.runtime.StepFailure;
                @StepGraph(start = "check")
                final class Fails {
                    record State(String text) {}
                    @Step(next = {"work", StepGraph.FAIL}) FailsGraph.CheckNext check(State state) { return null; }
                    @Step(next = StepGraph.END, onFailure = "excuse", failures = {Error.class, IllegalStateException.class})
                    void work(State state) {}
                    @Step(next = StepGraph.FAIL) FailsGraph.ExcuseNext excuse(State state, StepFailure<?> failure) {
                        return null;
                    }
                }
                """);
        Build build = Build.javac(folder, List.of(source));
        assertThat(build.text("META-INF/stepgraph/fails.Fails.dot"))
                .contains(
                        "\"<fail>\" [label=\"FAIL\", shape=doublecircle,",
                        "\"check\" -> \"<fail>\";",
                        "\"excuse\" -> \"<fail>\";",
                        "\"work\" -> \"excuse\" [label=\" Error\\n IllegalStateException\", style=dashed,");
        assertThat(build.text("META-INF/stepgraph/fails.Fails.mmd"))
                .contains("n5(((\"FAIL\"))):::fail\n", "n1 --> n5\n", "classDef fail fill:#fbe9eb,stroke:#d1495b,");
        assertThat(build.text("META-INF/stepgraph/fails.Fails.json"))
                .contains("\"next\": [\"work\", \"<fail>\"]")
                .contains("\"failures\": [\"java.lang.Error\", \"java.lang.IllegalStateException\"]");
    }

    @Test
    void aWaitHasAClock(@TempDir Path folder) throws IOException {
        Build build = Build.javac(folder, Build.agent("patient"));
        assertThat(build.text("META-INF/stepgraph/patient.Patient.mmd"))
                .contains(
                        "(\"pause<br><small>⏱ 30d</small>\"):::step",
                        "(\"untilThen<br><small>⏱ computed</small>\"):::step");
        assertThat(build.text("META-INF/stepgraph/patient.Patient.dot")).contains(">⏱ 30d</font>>];");
        assertThat(build.text("META-INF/stepgraph/patient.Patient.json"))
                .contains(
                        "{\"name\": \"pause\", \"kind\": \"wait\", \"length\": \"30d\", \"next\": [\"untilThen\"]}",
                        "{\"name\": \"untilThen\", \"kind\": \"wait\", \"next\": [\"approve\"]}");
    }

    @Test
    void anInterruptSaysWhichMethodComputesItsTime(@TempDir Path folder) throws IOException {
        Build build = Build.javac(folder, Build.agent("patient"));
        assertThat(build.text("META-INF/stepgraph/patient.Patient.mmd"))
                .contains("<small>asks String</small><br><small>expires by patience</small>", "-->|\"Expired\"| n");
        assertThat(build.text("META-INF/stepgraph/patient.Patient.json"))
                .contains("\"expires\": {\"by\": \"patience\", \"to\": \"late\"}");
    }

    @Test
    void aCalledAgentHasADoubleBorderAndLeadsToItsPicture() throws Exception {
        Picture picture = Picture.of(Map.of(
                "name",
                "Report",
                "start",
                "gather",
                "steps",
                List.of(Map.of(
                        "name",
                        "gather",
                        "kind",
                        "call",
                        "timeout",
                        "30m",
                        "calls",
                        List.of(
                                Map.of("agent", "researcher", "graph", "example.Researcher"),
                                Map.of("agent", "check", "graph", "example.FactChecker")),
                        "list",
                        true,
                        "next",
                        List.of("<end>")))));
        assertThat(Dot.of(picture))
                .contains(
                        "\"gather\" [label=<gather<br/><font point-size=\"10\" color=\"#57606a\">timeout 30m</font>>];")
                .contains("\"gather.researcher\" [label=<researcher<br/><font point-size=\"10\" color=\"#57606a\">"
                        + "one run for each element</font>>, peripheries=2, fillcolor=\"#f1eafb\", color=\"#7c5bb0\","
                        + " URL=\"example.Researcher.svg\"];")
                .contains(
                        "<check<br/>",
                        ">FactChecker</font>",
                        "\"gather\" -> \"gather.check\" [dir=both, color=\"#7c5bb0\"];");
        assertThat(Mermaid.of(picture))
                .contains(
                        "n2[[\"researcher<br><small>one run for each element</small>\"]]:::agent\n",
                        "n1 <--> n2\n",
                        "classDef agent fill:#f1eafb,stroke:#7c5bb0,color:#1f2328\n")
                .endsWith("  click n2 href \"example.Researcher.mmd\"\n  click n3 href \"example.FactChecker.mmd\"\n");
        assertThat(Mermaid.of(ODD)).doesNotContain("classDef agent", "click");
        if (hasGraphviz()) {
            assertThat(svg(Dot.of(picture))).contains("xlink:href=\"example.FactChecker.svg\"");
        }
    }

    @Test
    void graphvizReadsEveryPicture(@TempDir Path folder) throws Exception {
        assumeTrue(hasGraphviz(), "Graphviz is not installed");
        for (String agent : List.of("review", "loop", "odd", "plain", "deep", "kinds", "exact", "patient")) {
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
