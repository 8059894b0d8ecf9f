package io.stepgraph.processor.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that the generated types refuse: they do not compile. Each source is right but for one call. */
final class MisuseIT {

    private static final String AGENT = """
            package app;

            import static app.AgentGraph.*;
            import static io.stepgraph.StepGraph.END;

            import io.stepgraph.Interrupt;
            import io.stepgraph.Step;
            import io.stepgraph.StepGraph;

            @StepGraph(start = "draft")
            final class Agent {
                record Essay(String text) {}
                record Notes(String text) {}
                record Yes() {}
                record Maybe() {}
                record Report(String text) {}

                @Step(next = {"polish", "approve", END})
                DraftNext draft(Essay essay) { return DRAFT; }

                @Step(next = "approve")
                void polish(Essay essay, Notes notes) {}

                @Interrupt(answer = Yes.class, next = "keep")
                String approve(Essay essay) { return ""; }

                @Step(next = END)
                Report keep(Essay essay, Yes yes) { return new Report(""); }

                Object use(Runs runs, Machine machine, Outcome.Approve asked) { return new Object[] {USE}; }
            }
            """;

    private static final String RIGHT = "DraftNext.approve()";
    private static final String RIGHT_USE = "runs.answerApprove(asked, new Yes())";

    @TempDir
    Path folder;

    @Test
    void theRightCallsCompile() throws IOException {
        assertThat(compile(
                        "essay == null ? DraftNext.approve() : essay == null ? DraftNext.polish(new Notes(\"\"))"
                                + " : essay == null ? DraftNext.end(new Report(\"\"))"
                                + " : DraftNext.approve().with(new Essay(\"\"))",
                        "runs.as(io.stepgraph.runtime.Actor.named(\"ann\")).answerApprove(asked, new Yes()),"
                                + "runs.answerApprove(asked.ticket(), new Yes()), machine.answerApprove(new Yes())"))
                .isEmpty();
    }

    @Test
    void aStartWithoutTheInputOfTheFirstStep() throws IOException {
        String takesInput = AGENT.replace("draft(Essay essay)", "draft(Essay essay, Notes notes)");
        assertRefused(
                takesInput,
                "runs.run(\"id\", new Essay(\"\"))",
                "runs.run(\"id\", () -> new Essay(\"\"))",
                "runs.stream(\"id\", new Essay(\"\"))",
                "runs.stream(\"id\", () -> new Essay(\"\"))",
                "machine.start(new Essay(\"\"))");
        assertThat(compile(
                        takesInput,
                        RIGHT,
                        "runs.run(\"id\", new Essay(\"\"), new Notes(\"\")),"
                                + "runs.run(\"id\", () -> new Essay(\"\"), () -> new Notes(\"\")),"
                                + "runs.stream(\"id\", new Essay(\"\"), new Notes(\"\")),"
                                + "runs.stream(\"id\", () -> new Essay(\"\"), () -> new Notes(\"\")),"
                                + "machine.start(new Essay(\"\"), new Notes(\"\"))"))
                .isEmpty();
    }

    @Test
    void aStartWithAnInputThatTheFirstStepDoesNotTake() throws IOException {
        assertRefused(
                AGENT,
                "runs.run(\"id\", new Essay(\"\"), new Notes(\"\"))",
                "runs.run(\"id\", new Essay(\"\"), null)",
                "runs.stream(\"id\", new Essay(\"\"), new Notes(\"\"))",
                "machine.start(new Essay(\"\"), new Notes(\"\"))");
        assertThat(compile(
                        RIGHT,
                        "runs.run(\"id\", new Essay(\"\")), runs.run(\"id\", () -> new Essay(\"\")),"
                                + "runs.stream(\"id\", new Essay(\"\")), runs.stream(\"id\", () -> new Essay(\"\")),"
                                + "machine.start(new Essay(\"\"))"))
                .isEmpty();
    }

    @Test
    void aNewStateOfAStepThatDoesExactlyWhatWasShown() throws IOException {
        String exact = AGENT.replace("next = \"keep\")", "next = \"file\")").replace("Object use(", """
                @Step(next = {"keep", END}) @io.stepgraph.GatedBy(value = "approve", exactly = true)
                FileNext file(io.stepgraph.runtime.Answered<String, Yes> approval) { return FILE; }

                Object use(""");
        assertThat(compile(exact.replace("FILE", "FileNext.keep(approval.answer())"), RIGHT, RIGHT_USE))
                .isEmpty();
        assertReported(
                compile(
                        exact.replace("FILE", "FileNext.keep(approval.answer()).with(new Essay(\"\"))"),
                        RIGHT,
                        RIGHT_USE),
                "method with in class io.stepgraph.runtime.graph.Choice<N,S> cannot be applied");
    }

    @Test
    void anUndeclaredTransition() throws IOException {
        assertReported(
                compile("DraftNext.keep(new Yes())", RIGHT_USE),
                "cannot find symbol",
                "method keep(app.Agent.Yes)",
                "DraftNext");
    }

    @Test
    void aTransitionThatForgetsItsInput() throws IOException {
        assertReported(
                compile("DraftNext.polish()", RIGHT_USE),
                "polish",
                "cannot be applied to given types",
                "required: app.Agent.Notes");
    }

    @Test
    void anEndThatForgetsItsResult() throws IOException {
        assertReported(compile("DraftNext.end()", RIGHT_USE), "required: app.Agent.Report");
    }

    @Test
    void theChoiceOfAnotherStep() throws IOException {
        assertReported(compile("new DraftNext(null)", RIGHT_USE), "private access");
    }

    @Test
    void anAnswerOfAnotherType() throws IOException {
        assertReported(compile(RIGHT, "runs.answerApprove(asked, new Maybe())"), "no suitable method");
        assertReported(compile(RIGHT, "machine.answerApprove(new Maybe())"), "cannot be applied to given types");
    }

    @Test
    void aPortThatOnlyAnEffectCalls() throws IOException {
        String port = AGENT.replace(
                "Object use(",
                "interface Payments { String pay(io.stepgraph.runtime.Once<Notes> notes); }\n    Object use(");
        List<String> said = compile(
                port,
                RIGHT,
                "((Payments) null).pay(new Notes(\"\")),"
                        + "((Payments) null).pay(new io.stepgraph.runtime.Once<Notes>(\"key\", new Notes(\"\")))");
        assertThat(said).hasSize(2);
        assertThat(said.get(0)).contains("cannot be converted to io.stepgraph.runtime.Once");
        assertThat(said.get(1)).contains("Once").contains("cannot be accessed from outside package");
    }

    @Test
    void aPortThatOnlyAnApprovedActionReaches() throws IOException {
        String port = AGENT.replace("Object use(", """
                record Question(String text, Notes action) {}
                interface Payments { String pay(io.stepgraph.runtime.ApprovedOnce<Notes> notes); }

                Object use(""");
        String once = "((io.stepgraph.runtime.StepContext<?>) null).once(\"pay\", %s, String.class)"
                + ".perform(((Payments) null)::pay)";
        String approval = "((io.stepgraph.runtime.Answered<Question, Yes>) null)";

        assertThat(compile(port, RIGHT, once.formatted(approval + ".part(Question::action)")))
                .isEmpty();
        List<String> said = compile(
                port,
                RIGHT,
                once.formatted("new Notes(\"\")") + "," + once.formatted(approval + ".question().action()")
                        + ", ((Payments) null).pay(new io.stepgraph.runtime.ApprovedOnce<Notes>(\"key\", null))");
        assertThat(said).hasSize(3);
        assertThat(said.get(0)).contains("cannot be converted to io.stepgraph.runtime.ApprovedOnce");
        assertThat(said.get(1)).contains("cannot be converted to io.stepgraph.runtime.ApprovedOnce");
        assertThat(said.get(2)).contains("ApprovedOnce").contains("cannot be accessed from outside package");
    }

    @Test
    void aStateOfAnotherType() throws IOException {
        assertReported(compile(RIGHT, "machine.start(new Notes(\"\"))"), "cannot be applied to given types");
    }

    @Test
    void aStartOrAnAnswerWithoutANameWhereTheStarterMayNotAnswer() throws IOException {
        String named = AGENT.replace("    @Interrupt(", "    @io.stepgraph.AnsweredBy(notStarter = true) @Interrupt(")
                .replace("Runs runs, Machine machine", "Runs.Unnamed runs, Machine.Unnamed machine");
        String actor = "io.stepgraph.runtime.Actor.named(\"ann\")";
        assertThat(compile(
                        named,
                        RIGHT,
                        "runs = AgentGraph.of(this).on((io.stepgraph.runtime.client.Engine) null),"
                                + "machine = AgentGraph.of(this).machine(),"
                                + "runs.as(ANN).run(\"id\", new Essay(\"\")), runs.as(ANN).answerApprove(asked, new Yes()),"
                                        .replace("ANN", actor)
                                + "machine.as(ANN).start(new Essay(\"\")), machine.as(ANN).answerApprove(new Yes())"
                                        .replace("ANN", actor)))
                .isEmpty();
        List<String> uses = List.of(
                "runs.run(\"id\", new Essay(\"\"))",
                "runs.stream(\"id\", new Essay(\"\"))",
                "runs.enqueue(\"id\", new Essay(\"\"))",
                "runs.answerApprove(asked, new Yes())",
                "runs.answer(\"ticket\", \"{}\")",
                "runs.fork(\"id\", 1, \"other\")",
                "machine.start(new Essay(\"\"))",
                "machine.answerApprove(new Yes())",
                "machine.answer(new Yes())");
        List<String> said = compile(named, RIGHT, String.join(", ", uses));
        assertThat(said)
                .hasSameSizeAs(uses)
                .allMatch(line -> line.contains("cannot find symbol") && line.contains("Unnamed"));
    }

    /** What the page NOT-FOUND.md says of javac's own errors. */
    @Test
    void whatJavacSaysOfThem() throws IOException {
        String port = AGENT.replace(
                        "Object use(",
                        "interface Payments { String pay(io.stepgraph.runtime.Once<Notes> notes); }\n    Object use(")
                .replace("Runs runs, ", "Runs runs, io.stepgraph.runtime.StepContext<?> context, ");
        assertThat(compile(
                        port,
                        RIGHT,
                        "context.once(\"a\", new Notes(\"\"), String.class).perform(((Payments) null)::pay)"))
                .isEmpty();
        assertReported(
                compile(port, RIGHT, "context.once(\"a\", new Notes(\"\"), String.class).call(((Payments) null)::pay)"),
                "invalid method reference",
                "found:    java.lang.String,app.Agent.Notes");
        assertReported(
                compile(
                        port.replace("return new Object", "context.emit(new Notes(\"\")); return new Object"),
                        RIGHT,
                        "context"),
                "app.Agent.Notes cannot be converted to capture#1 of ?");
        assertThat(compile(AGENT.replace("start = \"draft\"", "start = {\"draft\", \"keep\"}"), RIGHT, "runs"))
                .anyMatch(line -> line.endsWith("annotation value not of an allowable type"))
                .noneMatch(line -> line.endsWith("]"));
    }

    /** The compiler reports one error, which has these words. */
    private static void assertReported(List<String> said, String... words) {
        assertThat(said).singleElement().asString().contains(words);
    }

    /** Both compilers refuse each of the calls, and nothing else. */
    private void assertRefused(String agent, String... uses) throws IOException {
        String all = String.join(", ", uses);
        List<String> javac = compile(agent, RIGHT, all);
        List<String> ecj = Build.ecj(folder, List.of(source(agent, RIGHT, all)), "-warn:none")
                .said();
        assertThat(javac).hasSize(uses.length);
        assertThat(ecj).allMatch(line -> line.startsWith("Agent.java:30:"));
        // Of a lambda there, ecj says besides that it has no type.
        List<String> refused =
                ecj.stream().filter(line -> line.contains("The method ")).toList();
        assertThat(refused).hasSize(uses.length);
        for (int i = 0; i < uses.length; i++) {
            String method = uses[i].substring(uses[i].indexOf('.') + 1, uses[i].indexOf('('));
            assertThat(javac.get(i))
                    .containsPattern(
                            "no suitable method found for " + method + "|method " + method + " in class .* cannot be");
            assertThat(refused.get(i)).contains("The method " + method, "is not applicable for the arguments");
        }
    }

    private List<String> compile(String draft, String use) throws IOException {
        return compile(AGENT, draft, use);
    }

    private List<String> compile(String agent, String draft, String use) throws IOException {
        return Build.javac(folder, List.of(source(agent, draft, use)), "-Xdiags:verbose")
                .said();
    }

    private Path source(String agent, String draft, String use) throws IOException {
        return Build.source(folder, "Agent.java", agent.replace("DRAFT", draft).replace("USE", use));
    }
}
