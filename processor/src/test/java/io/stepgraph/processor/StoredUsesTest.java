package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.Compiler;
import io.stepgraph.processor.testing.Javac;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * R12: each use of a type that cannot be stored is one problem, with its path, and can be silenced where it is
 * reported.
 */
final class StoredUsesTest {

    private static final String AGENT = """
            package example;

            import io.stepgraph.Step;
            import io.stepgraph.StepGraph;

            @StepGraph(start = "draft")
            final class Agent {
                %s
                @Step(next = "review")
                Notes draft(Essay essay) {
                    return null;
                }

                %s
                @Step(next = StepGraph.END)
                Essay review(Essay essay, Notes notes) {
                    return essay;
                }
            }
            """;

    private static final String TYPES = """
            %s
            record Essay(java.util.List<Section> sections) {}

            record Section(Runnable handler, java.util.Map<String, Style> styles) {}

            sealed interface Style permits Font {}

            record Font(java.util.List<Thread> threads) implements Style {}

            record Notes(Section section, Thread writer) {}
            """;

    @Test
    void eachUseIsReportedOnceWithItsPath() throws IOException {
        assertThat(places(AGENT.formatted("", "") + TYPES.formatted("")))
                .containsExactly("Notes.writer", "Notes.section.handler", "Notes.section.styles[](Font).threads");
    }

    @Test
    void itIsSilencedOnTheMethodThatIsReported() throws IOException {
        String silenced = "@SuppressWarnings(\"stepgraph:UnstorableType\")";
        assertThat(places(AGENT.formatted(silenced, "") + TYPES.formatted(""))).isEmpty();
        assertThat(places(AGENT.formatted("", silenced) + TYPES.formatted(""))).hasSize(3);
    }

    @Test
    void silencingItOnTheStoredTypeHasNoEffect() throws IOException {
        String silenced = "@SuppressWarnings(\"stepgraph:UnstorableType\")";
        assertThat(places(AGENT.formatted("", "") + TYPES.formatted(silenced))).hasSize(3);
    }

    @Test
    void typesAreWalkedInClassFilesToo(@TempDir Path folder) throws IOException {
        Path library = Files.createDirectories(folder.resolve("library"));
        Build.javac(
                library,
                List.of(Build.source(folder, "Essay.java", "package example;\n" + TYPES.formatted(""))),
                "-nowarn",
                "-Xlint:none");
        Build build = Build.javac(
                Files.createDirectories(folder.resolve("out")),
                List.of(Build.source(folder, "Agent.java", AGENT.formatted("", ""))),
                "-cp",
                Build.classPathAnd(library));
        assertThat(build.said().stream().filter(line -> line.endsWith("[UnstorableType]")))
                .hasSize(3);
    }

    @Test
    void messagesOfLangChain4jAreHeldInAConversation(@TempDir Path folder) throws IOException {
        List<Path> sources =
                List.of(Build.source(folder, "ChatMessage.java", """
                        package dev.langchain4j.data.message;

                        public interface ChatMessage {}
                        """), Build.source(folder, "Agent.java", """
                        package example;

                        import dev.langchain4j.data.message.ChatMessage;
                        import io.stepgraph.Step;
                        import io.stepgraph.StepGraph;
                        import java.util.List;

                        @StepGraph(start = "answer")
                        final class Agent {
                            record Chat(List<ChatMessage> messages) {}

                            @Step(next = StepGraph.END)
                            void answer(Chat chat) {}
                        }
                        """));

        for (Build build : List.of(
                Build.javac(Files.createDirectories(folder.resolve("javac")), sources),
                Build.ecj(Files.createDirectories(folder.resolve("ecj")), sources))) {
            assertThat(build.said().stream().filter(line -> line.endsWith("[UnstorableType]")))
                    .containsExactly(
                            "Agent.java:13: Chat.messages cannot be stored: ChatMessage is a class of LangChain4j,"
                                    + " which Jackson does not read back. Hold messages in a Conversation of stepgraph-langchain4j."
                                    + " [UnstorableType]");
        }
    }

    private static List<String> places(String source) throws IOException {
        try (Compiler javac = new Javac()) {
            return javac.ours("Agent.java", source).stream()
                    .map(message -> message.replaceFirst(" cannot be stored: .*", ""))
                    .toList();
        }
    }
}
