package io.stepgraph.processor.generate;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.OtherJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A graph of the largest size compiles, whatever its steps are like; a larger one is one mistake, told without delay.
 */
@Tag("nightly")
final class HugeGraphIT {

    private static final int LARGEST = 1_500;

    @TempDir
    Path folder;

    @Test
    void aLargestGraphWhoseStepsHaveEverySettingCompilesOnJavac() throws IOException {
        assertThat(Build.javac(folder, source(everySetting(LARGEST))).said()).isEmpty();
    }

    @Test
    void aLargestGraphWhoseStepsHaveEverySettingCompilesOnANewerJavac() throws IOException {
        OtherJdk newer = OtherJdk.findNewer();
        assertThat(Build.javac(newer, folder, source(everySetting(LARGEST))).said())
                .isEmpty();
    }

    @Test
    void aLargestGraphWhoseStepsHaveEverySettingCompilesOnEcj() throws IOException {
        assertThat(Build.ecj(folder, source(everySetting(LARGEST))).said()).noneMatch(line -> line.contains("ERROR"));
        assertThat(folder.resolve("huge/HugeGraph.class")).exists();
    }

    @Test
    void aLargestGraphOfInterruptsCompiles() throws IOException {
        assertThat(Build.javac(folder, source(interrupts(LARGEST / 2))).said()).isEmpty();
    }

    @Test
    void aLargestGraphOfCallsCompiles() throws IOException {
        assertThat(Build.javac(folder, source(calls(LARGEST / 3))).said()).isEmpty();
    }

    @Test
    void anInterruptWithTheMostKindsOfAnswerCompiles() throws IOException {
        assertThat(Build.javac(folder, source(kindsOfAnswer(LARGEST - 3))).said())
                .isEmpty();
    }

    @Test
    @Timeout(300)
    void aGraphThatIsTooLargeIsOneMistakeOnJavac() throws IOException {
        assertThat(Build.javac(folder, source(choices(4_000))).said())
                .containsExactly(
                        "Huge.java:5: Huge has 4000 steps, but Java can compile the generated code only up to 1500"
                                + " steps and kinds of answer together. Split it into several agents. [GraphTooLarge]");
    }

    @Test
    @Timeout(300)
    void aGraphThatIsTooLargeIsOneMistakeOnEcj() throws IOException {
        assertThat(Build.ecj(folder, source(choices(4_000))).said())
                .filteredOn(line -> line.endsWith("]") || line.contains("ERROR"))
                .singleElement()
                .asString()
                .startsWith("Huge.java:5: Huge has 4000 steps")
                .endsWith("[GraphTooLarge]");
    }

    @Test
    void aGraphOfHundredsOfStepsThatChooseCompiles() throws IOException {
        int last = 599;
        StringBuilder agent = new StringBuilder("""
                package huge;
                @io.stepgraph.StepGraph(start = "step0")
                @SuppressWarnings("stepgraph:UnboundedLoop")
                final class Huge {
                    record State(String text) {}
                    record Notes(String text) {}
                """);
        for (int i = 0; i < last; i++) {
            agent.append("""
                        @io.stepgraph.Step(next = {"step%2$d", "step%3$d"})
                        HugeGraph.Step%1$dNext step%1$d(State state, Notes notes) {
                            return HugeGraph.Step%1$dNext.step%2$d(notes);
                        }
                    """.formatted(i, i + 1, i + 1 == last ? 0 : last));
        }
        agent.append("@io.stepgraph.Step(next = \"<end>\") void step%d(State state, Notes notes) {} }".formatted(last));
        Path source = Build.source(folder, "Huge.java", agent.toString());

        Build build = Build.javac(folder, List.of(source));
        assertThat(build.said()).isEmpty();
        assertThat(folder.resolve("huge/HugeGraph$Step598Next.class")).exists();
    }

    private List<Path> source(String members) throws IOException {
        return List.of(Build.source(folder, "Huge.java", """
                package huge;
                import io.stepgraph.*;
                import io.stepgraph.runtime.*;
                @StepGraph(start = "step0")
                final class Huge {
                    record State(String text) {}
                %s
                }
                """.formatted(members)));
    }

    private static String everySetting(int steps) {
        int last = steps - 2;
        return members(last + 1, i -> """
                    @Step(next = %s, timeout = "30s", onFailure = "failed", formerly = {"a%d", "b%d"})
                    @RequiresMode(PermissionMode.ACCEPT_EDITS)
                    @Retry(attempts = 3, backoff = "1s", on = {RuntimeException.class, java.io.IOException.class})
                    %s
                    long step%d(State state, long input, StepContext<State> context) { return 1; }
                """.formatted(
                                i == last ? "StepGraph.END" : name(i + 1),
                                i,
                                i,
                                i == last ? "" : "@MaxVisits(times = 3, then = " + name(i + 1) + ")",
                                i))
                + """
                    @Step(next = StepGraph.END)
                    long failed(State state, StepFailure<?> failure) { return 1; }
                """;
    }

    /** Each step chooses. */
    private static String choices(int steps) {
        return members(steps - 1, i -> """
                    @Step(next = {%s, StepGraph.END})
                    HugeGraph.Step%dNext step%d(State state) { return HugeGraph.Step%dNext.end(); }
                """.formatted(name(i + 1), i, i, i))
                + "@Step(next = StepGraph.END) void step%d(State state) {}".formatted(steps - 1);
    }

    /** Each asks what the one before it asked. */
    private static String interrupts(int interrupts) {
        return "record Answer(String text) {}\n"
                + members(interrupts - 1, i -> """
                    @Interrupt(answer = Answer.class, next = %s)
                    String step%d(State state%s) { return ""; }
                """.formatted(name(i + 1), i, i == 0 ? "" : ", Answer answer"))
                + "@Step(next = StepGraph.END) void step%d(State state, Answer answer) {}".formatted(interrupts - 1);
    }

    /** Each calls two agents and takes the results of the one before it. */
    private static String calls(int calls) {
        return """
                    final Part one = new Part();
                    final Part other = new Part();
                    @StepGraph(start = "part") record Part() {
                        @Step(next = StepGraph.END) Integer part(State state) { return 1; }
                    }
                """
                + members(calls - 1, i -> """
                    @Call(agents = {"one", "other"}, next = %s)
                    HugeGraph.Step%dStarts step%d(State state%s) { return null; }
                """.formatted(
                                name(i + 1), i, i, i == 0 ? "" : ", HugeGraph.Step" + (i - 1) + "Results results"))
                + "@Step(next = StepGraph.END) void step%d(State state, HugeGraph.Step%dResults results) {}"
                        .formatted(calls - 1, calls - 2);
    }

    private static String kindsOfAnswer(int kinds) {
        return "sealed interface Answer {}\n"
                + members(
                        kinds,
                        i -> "record Answer%d(@Action java.util.List<State> done) implements Answer {}\n".formatted(i))
                + """
                    @Step(next = "ask") void step0(State state) {}
                    @Interrupt(answer = Answer.class, next = "take") String ask(State state) { return ""; }
                    @Step(next = StepGraph.END) void take(State state, Answer answer) {}
                """;
    }

    private static String members(int count, IntFunction<String> member) {
        return IntStream.range(0, count).mapToObj(member).collect(joining());
    }

    private static String name(int step) {
        return "\"step" + step + "\"";
    }
}
