package io.stepgraph.processor.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The changes of an agent that change the fingerprint of its graph, and those that do not. */
final class FingerprintTest {

    private static final Pattern IN_JSON = Pattern.compile("\"fingerprint\": \"(\\w+)\"");
    private static final String DRAFT = """
                @Step(next = "review")
                void draft(Essay essay) {
                    essay.draft = model.chat("Answer in under 200 words: " + essay.request);
                }
            """;

    private static final String REVIEW = "@Step(next = \"approve\")\n";
    private static final String FAILING = """
                @Step(next = {"approve", io.stepgraph.StepGraph.FAIL})
                ReviewAgentGraph.CheckNext check(Essay essay) { return null; }
                @Step(next = "check")
            """;
    private static final String HANDLED = """
                @Step(next = END) void shelve(Essay essay, io.stepgraph.runtime.StepFailure<?> failure) {}
                @Step(next = "approve", onFailure = "shelve"%s)
            """;

    @TempDir
    Path folder;

    @Test
    void isTheSameInTheCodeAndInTheData() throws IOException {
        Build build = Build.javac(folder, Build.agent("review"));
        String fingerprint = fingerprint(build);
        assertThat(build.text("example/ReviewAgentGraph.java")).contains('"' + fingerprint + '"');
    }

    @Test
    void staysWhenTheCodeOfAStepChanges() throws IOException {
        assertThat(of(agent -> agent.replace("under 200 words", "over 200 words")))
                .isEqualTo(original());
    }

    @Test
    void staysWhenMethodsAreMoved() throws IOException {
        assertThat(of(agent -> agent.replace(DRAFT, "").replace("    /** What a program does", DRAFT + "    /** What")))
                .isEqualTo(original());
        assertThat(of(agent -> agent.replace("{\"revise\", \"keep\"}", "{\"keep\", \"revise\"}")))
                .isEqualTo(original());
    }

    @Test
    void staysWhenARoleIsDeclared() throws IOException {
        assertThat(of(agent -> agent.replace("@StepGraph(", "@StepGraph(roles = \"lead\", ")))
                .isEqualTo(original());
    }

    @Test
    void staysWhenADurationIsWrittenOtherwise() throws IOException {
        assertThat(of(agent -> agent.replace("\"200ms\"", "\"PT0.2S\""))).isEqualTo(original());
    }

    @Test
    void changesWithTheGraph() throws IOException {
        String original = original();
        assertThat(List.of(
                        of(agent -> agent.replace("ACCEPT_EDITS", "DEFAULT")),
                        of(agent -> agent.replace("@GatedBy(\"approve\")", "")),
                        of(agent -> agent.replace(
                                        "@Interrupt(", "@io.stepgraph.AnsweredBy(role = \"lead\")\n@Interrupt(")
                                .replace("@StepGraph(", "@StepGraph(roles = \"lead\", ")),
                        of(agent -> agent.replace(
                                        "@Interrupt(", "@io.stepgraph.AnsweredBy(starter = true)\n@Interrupt(")
                                .replace(".on(runner)", ".on(runner).as(null)")),
                        of(agent -> agent.replace("attempts = 3", "attempts = 4")),
                        of(agent -> agent.replace(REVIEW, FAILING)),
                        of(agent -> agent.replace(REVIEW, HANDLED.formatted(""))),
                        of(agent -> agent.replace(REVIEW, HANDLED.formatted(", failures = RuntimeException.class"))),
                        of(agent -> agent.replace(
                                "@Step(next = \"review\")\n    void draft(Essay essay",
                                "@Step(next = \"review\", transactional = true)\n    void draft(Essay essay,"
                                        + " io.stepgraph.runtime.StepContext<?> context")),
                        of(agent -> agent.replace("@StepGraph(", "@StepGraph(name = \"review\", ")),
                        of(agent -> agent.replace("void keep(Essay essay, Rejected", "void leave(Essay essay, Rejected")
                                .replace("\"keep\"", "\"leave\""))))
                .doesNotHaveDuplicates()
                .doesNotContain(original);
    }

    @Test
    void changesWithWhatAGateProves() throws IOException {
        String gated = "@GatedBy(\"approve\")\n    void revise(Essay essay, ";
        UnaryOperator<String> answered = agent -> agent.replace(
                gated + "Approved approval", gated + "io.stepgraph.runtime.Answered<Question, Approved> approval");
        UnaryOperator<String> exactly = agent -> answered.apply(agent)
                .replace("@GatedBy(\"approve\")", "@GatedBy(value = \"approve\", exactly = true)")
                .replace("void revise(Essay essay, ", "void revise(")
                .replace("        essay.draft = model.chat(\"Rewrite...\");\n", "");
        assertThat(List.of(original(), of(answered), of(exactly))).doesNotHaveDuplicates();
    }

    @Test
    void changesWithTheActionOfAQuestion() throws IOException {
        UnaryOperator<String> unmarked =
                agent -> agent.replace("String text, String draft, ", "String text, Essay draft, ")
                        .replace("essay.draft, essay.critique)", "essay, essay.critique)");
        UnaryOperator<String> marked =
                agent -> unmarked.apply(agent).replace("Essay draft, ", "@io.stepgraph.Action Essay draft, ");
        assertThat(of(marked)).isNotEqualTo(of(unmarked));
    }

    @Test
    void changesWithAWaitAndWithTheMethodOfATime() throws IOException {
        String original = of("patient", agent -> agent);
        assertThat(of("patient", agent -> agent.replace("\"30d\"", "\"720h\""))).isEqualTo(original);
        assertThat(List.of(
                        of("patient", agent -> agent.replace("\"30d\"", "\"31d\"")),
                        of(
                                "patient",
                                agent -> agent.replace("Duration patience", "Duration temper")
                                        .replace("\"patience\"", "\"temper\"")),
                        of(
                                "patient",
                                agent -> agent.replace(
                                        "@Wait(next = \"untilThen\", length = \"30d\")",
                                        "@Step(next = \"untilThen\")"))))
                .doesNotHaveDuplicates()
                .doesNotContain(original);
    }

    @Test
    void changesWithAMailboxAndTheReplyOfAMessage() throws IOException {
        UnaryOperator<String> unused = agent -> agent.replaceAll("(?s)static Nodes use.*", "}");
        assertThat(List.of(
                        of("mail", unused),
                        of(
                                "mail",
                                agent -> unused.apply(agent).replace("AsksFor<List<Nodes>>", "AsksFor<List<Drain>>")),
                        of(
                                "mail",
                                agent -> unused.apply(agent)
                                        .replace("mailbox = true,", "")
                                        .replaceAll(
                                                "void (serve|rest)\\(Cluster cluster\\) \\{}",
                                                "Nodes $1(Cluster cluster) { return null; }")
                                        .replace(
                                                "@Step(next = \"serve\")\n    void check",
                                                "@Step(next = END)\n    void check"))))
                .doesNotHaveDuplicates();
    }

    @Test
    void changesWithTheAgentsOfACallAndNotWithTheirGraphs() throws IOException {
        String original = of("callers", agent -> agent);
        assertThat(of("callers", agent -> agent.replace("\"2s\"", "\"PT2S\""))).isEqualTo(original);
        assertThat(of(
                        "callers",
                        agent -> agent.replace("\"take\"", "\"taken\"").replace("Found take(", "Found taken(")))
                .isEqualTo(original);
        assertThat(List.of(
                        of("callers", agent -> agent.replace("\"2s\"", "\"3s\"")),
                        of("callers", agent -> agent.replace("maxElements = 7", "maxElements = 8")),
                        of(
                                "callers",
                                agent -> agent.replace(
                                        "maxElements = 7",
                                        "maxElements = 7, maxMode = io.stepgraph.PermissionMode.DEFAULT")),
                        of("callers", agent -> agent.replace("start = \"ask\"", "start = \"ask\", name = \"asks\""))))
                .doesNotHaveDuplicates()
                .doesNotContain(original);
    }

    private String original() throws IOException {
        return of(agent -> agent);
    }

    private String of(UnaryOperator<String> change) throws IOException {
        return of("review", change);
    }

    private String of(String agent, UnaryOperator<String> change) throws IOException {
        Path file = Build.agent(agent).get(0);
        Path source = Build.source(folder, file.getFileName().toString(), change.apply(Files.readString(file)));
        return fingerprint(Build.javac(folder, List.of(source)));
    }

    private static String fingerprint(Build build) throws IOException {
        assertThat(build.said()).isEmpty();
        String file = build.generated().keySet().stream()
                .filter(name -> name.endsWith(".json"))
                .min(Comparator.comparing(String::length)) // not of an agent that is nested in this one
                .orElseThrow();
        Matcher json = IN_JSON.matcher(build.text(file));
        assertThat(json.find()).isTrue();
        return json.group(1);
    }
}
