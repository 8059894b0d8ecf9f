package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A4: the graph has each {@code @Action}, wherever the question and its answers are compiled. */
final class ActionMarksTest {

    private static final String AGENT = """
            package example;

            import io.stepgraph.*;
            import io.stepgraph.runtime.*;
            import types.*;

            @StepGraph(start = "approve")
            final class Agent {
                @Interrupt(answer = Decision.class, next = {"pay", "refuse"})
                Request<Refund> approve(Case state) {
                    return new Request.ForOne(new Refund(1));
                }

                @Step(next = StepGraph.END, effects = "refund")
                @GatedBy(value = "approve", exactly = true)
                void pay(Answered<Request<Refund>, Approved> approval, StepContext<?> context) {}

                @Step(next = StepGraph.END)
                void refuse(Case state, Refused refused) {}

                static final class Case {
                    public int cents;
                }
            }
            """;

    private static final String TYPES = """
            package types;

            import io.stepgraph.Action;
            import java.util.List;

            public sealed interface Request<T> {
                record ForOne(@Action Refund action) implements Request<Refund> {}

                record ForMany(String text, @Action List<Refund> actions) implements Request<Refund> {}
            }
            """;

    @TempDir
    Path folder;

    private Path agent;
    private List<Path> types;

    @BeforeEach
    void write() throws IOException {
        agent = Build.source(folder, "Agent.java", AGENT);
        types = List.of(
                Build.source(folder, "types/Request.java", TYPES),
                Build.source(folder, "types/Refund.java", "package types; public record Refund(int cents) {}"),
                Build.source(
                        folder,
                        "types/Decision.java",
                        "package types; public sealed interface Decision permits Approved, Refused {}"),
                Build.source(
                        folder,
                        "types/Approved.java",
                        "package types; public record Approved(@io.stepgraph.Action Refund action) implements Decision {}"),
                Build.source(
                        folder, "types/Refused.java", "package types; public record Refused() implements Decision {}"));
    }

    @Test
    void marksAreReadInSources() throws IOException {
        List<Path> all = new ArrayList<>(types);
        all.add(agent);
        assertMarked(Build.javac(out("javac"), all));
        assertMarked(Build.ecj(out("ecj"), all, "-nowarn"));
    }

    @Test
    void marksAreReadInClassFiles() throws IOException {
        Path library = out("library");
        Build.javac(library, types);
        String classPath = Build.classPathAnd(library);
        assertMarked(Build.javac(out("javac"), List.of(agent), "-cp", classPath));
        assertMarked(Build.ecj(out("ecj"), List.of(agent), "-nowarn", "-cp", classPath));
    }

    private Path out(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }

    private static void assertMarked(Build build) throws IOException {
        assertThat(build.said()).isEmpty();
        assertThat(build.text("META-INF/stepgraph/example.Agent.json"))
                .contains(
                        "{\"of\": \"types.Request.ForOne\", \"component\": \"action\", \"type\": \"types.Refund\"}",
                        "{\"of\": \"types.Request.ForMany\", \"component\": \"actions\","
                                + " \"type\": \"java.util.List<types.Refund>\"}",
                        "{\"of\": \"types.Approved\", \"component\": \"action\", \"type\": \"types.Refund\"}");
        assertThat(build.text("example/AgentGraph.java"))
                .contains(
                        ".action(Request.ForMany.class, \"actions\", ValueType.of(List.class, ValueType.of(Refund.class)),");
    }
}
