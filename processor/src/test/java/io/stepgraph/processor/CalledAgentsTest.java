package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent that another one calls is read from its class file as from its source. */
final class CalledAgentsTest {

    private static final String CALLED = """
            package called;

            import io.stepgraph.PermissionMode;
            import io.stepgraph.RequiresMode;
            import io.stepgraph.Step;
            import io.stepgraph.StepGraph;

            public final class Desk {
                @StepGraph(start = "look")
                public static final class Identity {
                    @Step(next = StepGraph.END)
                    @RequiresMode(PermissionMode.ACCEPT_EDITS)
                    Proof look(Person person, int pages) {
                        return new Verified();
                    }

                    public record Unverified() implements Proof {}
                }

                public record Person(String name) {}

                public sealed interface Proof permits Verified, Identity.Unverified {}

                public record Verified() implements Proof {}
            }
            """;

    private static final String CALLER = """
            package caller;

            import called.Desk;
            import called.Desk_IdentityGraph;
            import io.stepgraph.Call;
            import io.stepgraph.GatedBy;
            import io.stepgraph.Step;
            import io.stepgraph.StepGraph;

            @StepGraph(start = "verify")
            public record Caller(Desk.Identity identity) {
                @Call(agents = "identity", next = {"pay", "refuse"})
                Desk_IdentityGraph.Start verify(Case refund) {
                    return new Desk_IdentityGraph.Start(new Desk.Person(refund.customer), 1);
                }

                @Step(next = StepGraph.END)
                @GatedBy("verify")
                void pay(Case refund, Desk.Verified verified) {}

                @Step(next = StepGraph.END)
                void refuse(Case refund, Desk.Identity.Unverified no) {}

                public static final class Case {
                    public String customer = "";
                }
            }
            """;

    private static final String CIRCLE = """
            package caller;

            import io.stepgraph.Call;
            import io.stepgraph.Step;
            import io.stepgraph.StepGraph;

            final class Circle {
                @StepGraph(start = "plan")
                record Planner(Helper helper) {
                    @Call(agents = "helper", next = "close")
                    Work plan(Work work) {
                        return work;
                    }

                    @Step(next = StepGraph.END)
                    void close(Work work) {}
                }

                @StepGraph(start = "help")
                static final class Helper {
                    final Planner planner = null;

                    @Call(agents = "planner", next = "close")
                    Work help(Work work) {
                        return work;
                    }

                    @Step(next = StepGraph.END)
                    void close(Work work) {}
                }

                record Work(String text) {}
            }
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"javac", "ecj"})
    void aCallerIsTheSameWhereverItsAgentStands(String compiler) throws IOException {
        Build apart = apart(compiler, CALLED, CALLER);
        Build together = together(compiler, CALLED, CALLER);
        assertThat(apart.saidOfGenerated()).isEmpty();
        assertThat(together.saidOfGenerated()).isEmpty();
        Map<String, String> generated = apart.generated();
        assertThat(generated).isNotEmpty();
        assertThat(together.generated()).containsAllEntriesOf(generated);
    }

    @ParameterizedTest
    @ValueSource(strings = {"javac", "ecj"})
    void soAreItsMistakes(String compiler) throws IOException {
        String plan = "PermissionMode.PLAN";
        String caller = CALLER.replace("\"refuse\"}", "\"refuse\"}, maxMode = io.stepgraph." + plan)
                .replace("Desk.Identity.Unverified no", "Desk.Person person");
        assertThat(ours(apart(compiler, CALLED, caller)))
                .isEqualTo(ours(together(compiler, CALLED, caller)))
                .containsExactly(
                        "Caller.java:12: 'refuse' takes Person, which 'identity' never returns. Take Proof or Ended<Proof>."
                                + " [ResultNotTaken]",
                        "Caller.java:12: 'look' of 'identity' requires ACCEPT_EDITS, but 'verify' allows PLAN: the run"
                                + " would park forever. [ModeAboveCall]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"javac", "ecj"})
    void anotherPackageSeesOnlyPublicGraphs(String compiler) throws IOException {
        String called = CALLED.replace("int pages", "Pages pages")
                .replace("public record Verified", "record Pages(int count) {}\n\n    public record Verified");
        assertThat(ours(apart(compiler, called, CALLER)))
                .containsExactly(
                        "Caller.java:12: 'identity' is an Identity of another package, and its Desk_IdentityGraph is not"
                                + " public. Make Identity and the types that its steps name public. [HiddenAgent]");
    }

    @Test
    void aCircleOfAgentsIsShownAsAWhole() throws IOException {
        Path circle = Build.source(folder, "caller/Circle.java", CIRCLE);
        assertThat(ours(build("javac", "circle", List.of(circle))))
                .containsExactly(
                        "Circle.java:10: 'Planner' calls itself: Planner.helper is a Helper, Helper.planner is a Planner."
                                + " Loop in one run with @MaxVisits, or give it a list. [RecursiveCall]",
                        "Circle.java:23: 'Helper' calls itself: Helper.planner is a Planner, Planner.helper is a Helper."
                                + " Loop in one run with @MaxVisits, or give it a list. [RecursiveCall]");
    }

    private Build apart(String compiler, String called, String caller) throws IOException {
        Build library = build(compiler, "library", List.of(called(called)));
        return build(compiler, "apart", List.of(caller(caller)), "-cp", Build.classPathAnd(library.output()));
    }

    private Build together(String compiler, String called, String caller) throws IOException {
        return build(compiler, "together", List.of(called(called), caller(caller)));
    }

    private static List<String> ours(Build build) {
        return build.said().stream().filter(line -> line.endsWith("]")).toList();
    }

    private Path called(String source) throws IOException {
        return Build.source(folder, "called/Desk.java", source);
    }

    private Path caller(String source) throws IOException {
        return Build.source(folder, "caller/Caller.java", source);
    }

    private Build build(String compiler, String name, List<Path> sources, String... options) throws IOException {
        Path output = Files.createDirectories(folder.resolve(name));
        return compiler.equals("ecj") ? Build.ecj(output, sources, options) : Build.javac(output, sources, options);
    }
}
