package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.Compiler;
import io.stepgraph.processor.testing.Javac;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A4: an approval performs one thing of a type that says what it is: the graph has each {@code @Action}, wherever the
 * question and its answers are compiled.
 */
final class ActionMarksTest {
    private static final Compiler JAVAC = new Javac();

    private static final String AGENT = """
            package example;

            import io.stepgraph.*;
            import io.stepgraph.runtime.*;
            import types.*;
            import types.Request.*;

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

                sealed interface Decision {}

                record Approved(@Action Refund action) implements Decision {}

                record Refused() implements Decision {}
            }
            """;

    private static final String ASKING = """
            package example;

            import io.stepgraph.*;
            import java.time.*;
            import java.util.*;

            @StepGraph(start = "approve")
            final class Agent {
                @Interrupt(answer = Answer.class, next = "keep")
                $QUESTION approve(Case state) {
                    return null;
                }

                @Step(next = StepGraph.END)
                void keep(Case state, Answer answer) {}
            }

            record Case(int cents) {}

            record Answer(String text) {}

            $DECLARED

            record Refund(int cents) {}

            enum Level { HIGH, LOW }

            final class All extends ArrayList<Refund> {}

            @com.fasterxml.jackson.annotation.JsonTypeInfo(use = com.fasterxml.jackson.annotation.JsonTypeInfo.Id.NAME)
            interface Hinted {}

            record Close() {}

            sealed interface Way { record Whole() implements Way {} record Part(int cents) implements Way {} }

            class Account { public String id = ""; }
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
                Build.source(folder, "types/Refund.java", "package types; public record Refund(int cents) {}"));
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

    @Test
    void aTypeThatTheGraphCannotNameIsReported() throws IOException {
        Build.source(folder, "types/Refund.java", "package types; record Refund(int cents) {}");
        Build.source(
                folder,
                "Agent.java",
                AGENT.replace("Request<Refund>", "Request<?>").replace("new Refund(1)", "null"));
        List<Path> all = new ArrayList<>(types);
        all.add(agent);
        assertThat(Build.javac(out("javac"), all).said())
                .containsExactly(
                        "Agent.java:11: Refund cannot be seen by the code generated beside this class, which must"
                                + " name it. Make it public. [HiddenType]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "Integer cents       | 'cents' is an Integer, which may stand anywhere in the question. Mark a record.",
                "boolean isPaid      | 'isPaid' is a boolean, which may stand anywhere in the question. Mark a record.",
                "Level level         | 'level' is a Level, which may stand anywhere in the question. Mark a record.",
                "Instant at          | 'at' is an Instant, which may stand anywhere in the question. Mark a record.",
                "List<String> orders | 'orders' is a list of String, which may stand anywhere in the question. Mark a record.",
                "Set<Refund> all     | 'all' is a Set<Refund>, which does not say what is performed. Mark a record, a sealed type, or a List of these.",
                "Refund[] all        | 'all' is a Refund[], which does not say what is performed. Mark a record, a sealed type, or a List of these.",
                "Map<String, Refund> all | 'all' is a Map<String, Refund>, which does not say what is performed. Mark a record, a sealed type, or a List of these.",
                "Optional<Refund> one | 'one' is an Optional<Refund>, which does not say what is performed. Mark a record, a sealed type, or a List of these.",
                "List<List<Refund>> all | 'all' is a list of List<Refund>, which does not say what is performed. Mark a record, a sealed type, or a List of these.",
                "All all             | 'all' is an All, which does not say what is performed. Mark a record, a sealed type, or a List of these.",
                "List<Object> all    | 'all' is a list of Object, which does not say what is performed. Mark a record, a sealed type, or a List of these.",
                "List<? extends Refund> all | 'all' is a list of ? extends Refund, which does not say what is performed. Mark a record, a"
                        + " sealed type, or a List of these.",
                "Hinted any          | 'any' is a Hinted, which does not say what is performed. Mark a record, a sealed type, or a List of these.",
                "Close close         | 'close' is a Close, which does not say what is performed. Mark a record, a sealed type,"
                        + " or a List of these.",
            })
    void whatIsNoActionIsReported(String component, String message) throws IOException {
        assertThat(saidOf("Question", "record Question(@Action " + component + ") {}"))
                .containsExactly(message + " [BadAction]");
    }

    @Test
    void aTypeVariableIsNoAction() throws IOException {
        assertThat(saidOf(
                        "Question<Refund>",
                        "sealed interface Question<T> { record Any<T>(@Action T it) implements Question<T> {} }"))
                .containsExactly(
                        "'it' is a T, which does not say what is performed. Mark a record, a sealed type, or a List of these. [BadAction]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Refund one", "List<Refund> all", "Way way", "List<Way> ways", "Account account"})
    void anActionIsARecordASealedTypeAClassWithFieldsOrAList(String component) throws IOException {
        assertThat(saidOf("Question", "record Question(@Action " + component + ") {}"))
                .isEmpty();
    }

    /** What javac says of an agent that asks this question. */
    private static List<String> saidOf(String question, String declared) throws IOException {
        return JAVAC.ours("Agent.java", ASKING.replace("$QUESTION", question).replace("$DECLARED", declared));
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
                        "{\"of\": \"types.Request.Approved\", \"component\": \"action\", \"type\": \"types.Refund\"}");
        assertThat(build.text("example/AgentGraph.java"))
                .contains(
                        ".action(Request.ForMany.class, \"actions\", ValueType.of(List.class, ValueType.of(Refund.class)),");
    }
}
