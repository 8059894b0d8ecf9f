package io.stepgraph.processor.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generated files do not depend on the order of the source files, nor on the compiler. */
final class FileOrderTest {
    private static final String EVENT = """
            package order;

            public sealed interface Event {
                record Key(String text) implements Event {}

                record Click(int x) implements Event {}

                record Quit() implements Event {}

                record Blur() implements Event {}
            }
            """;

    /** It names one of the events, so that a compiler that begins with it meets that one first. */
    private static final String LAST = """
            package order;

            interface Last {
                Event.Blur blur(Event.Quit quit);
            }
            """;

    private static final String AGENT = """
            package order;

            import static io.stepgraph.StepGraph.END;

            import io.stepgraph.Interrupt;
            import io.stepgraph.Step;
            import io.stepgraph.StepGraph;

            @StepGraph(start = "listen", name = "order")
            class Agent {
                static class Talk {
                    public int events;
                }

                @Interrupt(answer = Event.class, next = {"type", "click", "quit", "blur"})
                String listen(Talk talk) {
                    return "Well?";
                }

                @Step(next = "listen")
                void type(Talk talk, Event.Key key) {}

                @Step(next = "listen")
                void click(Talk talk, Event.Click click) {}

                @Step(next = END)
                void quit(Talk talk, Event.Quit quit) {}

                @Step(next = "listen")
                void blur(Talk talk, Event.Blur blur) {}
            }
            """;

    @Test
    void changesNothing(@TempDir Path folder) throws IOException {
        List<Path> sources = new ArrayList<>(List.of(
                Build.source(folder, "order/Agent.java", AGENT),
                Build.source(folder, "order/Event.java", EVENT),
                Build.source(folder, "order/Last.java", LAST)));
        String expected = graph(Build.javac(Files.createDirectory(folder.resolve("first")), sources));
        assertThat(expected.indexOf("Event.Quit")).isBetween(0, expected.indexOf("Event.Blur"));

        Collections.reverse(sources);

        assertThat(graph(Build.javac(Files.createDirectory(folder.resolve("reversed")), sources)))
                .isEqualTo(expected);
        assertThat(graph(Build.ecj(Files.createDirectory(folder.resolve("ecj")), sources)))
                .isEqualTo(expected);
    }

    private static String graph(Build build) throws IOException {
        assertThat(build.saidOfGenerated()).isEmpty();
        return Files.readString(build.output().resolve("order/AgentGraph.java"));
    }
}
