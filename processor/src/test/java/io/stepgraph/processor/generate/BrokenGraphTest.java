package io.stepgraph.processor.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An agent with one mistake, whose code uses all that is generated for it: the mistake must be all that is reported. On
 * javac this is easy, since it looks into no method once a processor has found an error; ecj looks into all.
 */
final class BrokenGraphTest {

    private static final String AGENT = """
            package app;

            import static app.AgentGraph.*;
            import static io.stepgraph.StepGraph.END;

            import io.stepgraph.GatedBy;
            import io.stepgraph.Interrupt;
            import io.stepgraph.Step;
            import io.stepgraph.StepGraph;

            @StepGraph(start = "draft")
            final class Agent {
                record Essay(String text) {}
                record Notes(String text) {}
                sealed interface Answer permits Yes, No {}
                record Yes() implements Answer {}
                record No() implements Answer {}
                record Report(String text) {}

                @Step(next = {"polish", "approve", END})
                DraftNext draft(Essay essay) {
                    return essay.text().isEmpty() ? DraftNext.approve() : DraftNext.polish(new Notes("")).with(essay);
                }

                @Step(next = "approve")
                void polish(Essay essay, Notes notes) {}

                @Interrupt(answer = Answer.class, next = {"keep", "drop"})
                String approve(Essay essay) { return ""; }

                @Step(next = END)
                @GatedBy("approve")
                Report keep(Essay essay, Yes yes) { return new Report(""); }

                @Step(next = {"draft", END})
                DropNext drop(Essay essay, No no) { return DropNext.end(new Report("")); }

                static String use(Agent agent, io.stepgraph.engine.Runner runner) {
                    Outcome outcome = AgentGraph.of(agent).on(runner).run("id", new Essay(""));
                    if (outcome instanceof Outcome.Approve asked) {
                        outcome = AgentGraph.of(agent).on(runner).answerApprove(asked, new Yes());
                        outcome = AgentGraph.of(agent).machine().answerApprove(new No());
                    }
                    return outcome instanceof Outcome.Parked parked && parked.step() == AgentStep.KEEP ? "" : null;
                }
            }
            """;

    @TempDir
    Path folder;

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake("UnknownStep", "next = {\"polish\", \"approve\", END}", "next = {\"polsh\", \"approve\", END}"),
                mistake(
                        "UnknownStep",
                        "DraftNext.polish(new Notes(\"\"))",
                        "DraftNext.polsh(new Notes(\"\"))",
                        "{\"polish\"",
                        "{\"polsh\""),
                mistake(
                        "WrongReturn",
                        "DropNext drop(Essay essay, No no) { return DropNext.end(new Report(\"\")); }",
                        "void drop(Essay essay, No no) {}"),
                mistake(
                        "WrongReturn",
                        "@Step(next = {\"draft\", END})\n    DropNext drop(Essay essay, No no) { return DropNext.end(new Report(\"\")); }",
                        "@Step(next = io.stepgraph.StepGraph.FAIL)\n    void drop(Essay essay, No no) { DropNext.fail(\"\"); }"),
                mistake("UnansweredVariant", "{\"keep\", \"drop\"}", "{\"keep\"}"),
                mistake("StateMismatch", "void polish(Essay essay,", "void polish(Report essay,"),
                mistake(
                        "UngatedPath",
                        "next = {\"draft\", END}",
                        "next = {\"keep2\", END}",
                        "@Step(next = {\"keep2\"",
                        "@Step(next = END) @GatedBy(value = \"approve\", answer = Yes.class) Report keep2(Essay essay) { return null; } @Step(next = {\"keep2\""),
                mistake(
                        "OutputMismatch",
                        "@Step(next = \"approve\")\n    void polish(Essay essay, Notes notes) {}",
                        "@Step(next = END)\n    Notes polish(Essay essay, Notes notes) { return notes; }"),
                mistake(
                        "UnstorableType",
                        "Essay essay",
                        "java.util.function.Supplier<String> essay",
                        "essay.text().isEmpty()",
                        "essay.get().isEmpty()",
                        "new Essay(\"\")",
                        "() -> \"\""),
                mistake(
                        "UnknownRole",
                        "@Interrupt(",
                        "@io.stepgraph.AnsweredBy(role = \"lead\", notStarter = true) @Interrupt(",
                        "on(runner)",
                        "on(runner).as(null)",
                        "machine()",
                        "machine().as(null)"),
                mistake("BadOwner", "final class Agent {", "abstract class Agent {"),
                mistake("UnknownStart", "start = \"draft\"", "start = \"drft\""));
    }

    private static Arguments mistake(String id, String... replacements) {
        return Arguments.of(id, List.of(replacements));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void isReportedForItsMistakeAndNothingElse(String id, List<String> replacements) throws IOException {
        String agent = AGENT;
        for (int i = 0; i < replacements.size(); i += 2) {
            assertThat(agent).contains(replacements.get(i));
            agent = agent.replace(replacements.get(i), replacements.get(i + 1));
        }
        List<Path> source = List.of(Build.source(folder, "Agent.java", agent));

        assertThat(Build.javac(folder.resolve("javac"), source).said())
                .singleElement()
                .asString()
                .endsWith("[" + id + "]");
        assertThat(Build.ecj(folder.resolve("ecj"), source, "-warn:none").said())
                .singleElement()
                .asString()
                .endsWith("[" + id + "]");
        assertThat(Build.javac(folder.resolve("javac"), source).generated().keySet())
                .containsExactly("app/AgentGraph.java", "app/AgentStep.java");
    }
}
