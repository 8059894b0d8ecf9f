package io.stepgraph.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The log of transitions, by a logging library that has an MDC. */
final class TransitionLogTest {
    @TempDir
    Path folder;

    private final Logger transitions = (Logger) LoggerFactory.getLogger("io.stepgraph.transitions");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        transitions.setLevel(Level.DEBUG);
        transitions.addAppender(lines);
        lines.start();
    }

    @AfterEach
    void stop() {
        transitions.detachAppender(lines);
        MDC.clear();
    }

    @Test
    void each_line_has_the_run_the_step_and_the_thread_in_the_mdc() {
        MDC.put("request", "7");
        try (Store store = SqliteStore.open(folder.resolve("runs.db"));
                Runner runner = Runner.builder(store).build()) {
            Outcomes.completed(runner.client(Graphs.single((notes, context) -> notes.add("done")), new Object(), "chat")
                    .run("logged", Notes.of(), null));
        }

        List<ILoggingEvent> ofSteps = List.copyOf(lines.list).stream()
                .filter(line -> line.getFormattedMessage().startsWith("Run 'logged' ")
                        && line.getFormattedMessage().contains("step 'first'"))
                .toList();
        assertThat(ofSteps)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.getMDCPropertyMap())
                        .containsAllEntriesOf(
                                Map.of("run", "logged", "step", "first", "thread", "chat", "request", "7")));
        assertThat(MDC.getCopyOfContextMap()).containsExactly(Map.entry("request", "7"));
    }
}
