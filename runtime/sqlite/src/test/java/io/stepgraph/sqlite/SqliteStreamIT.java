package io.stepgraph.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Runner;
import io.stepgraph.jdbc.testing.Countdown;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.Errors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The events of a run that another process executes (V4). */
@Timeout(60)
@Tag("V4")
@Tag("S2")
final class SqliteStreamIT {
    private static final int COUNT = 40;

    @TempDir
    Path folder;

    /** Counts down, and waits in the middle for as long as it lives. */
    static final class Program {
        public static void main(String[] args) {
            try (Store store = SqliteStore.open(Path.of(args[0]));
                    Runner runner = Runner.builder(store).build()) {
                runs(runner, Program::waitInTheMiddle).run("one", new Countdown.Left(COUNT), null);
            }
        }

        private static void waitInTheMiddle(long visit) {
            if (visit == COUNT / 2) {
                System.out.println("waiting");
                try {
                    System.in.read();
                } catch (IOException closed) {
                    throw new IllegalStateException(closed);
                }
            }
        }
    }

    private static RunClient<Countdown.Left, Countdown.Step> runs(Runner runner, LongConsumer agent) {
        return runner.client(new Countdown(), agent);
    }

    @Test
    void S2_a_log_that_ends_before_its_row_says_is_told_to_be_damaged() throws Exception {
        for (String damage : List.of(
                "set last_event = last_event + 3",
                "set recent = ''",
                "set recent = 'null'",
                "set recent = '{\"last\":2,\"at\":1,\"events\":3}'",
                "set recent = '{\"last\":2,\"at\":1}'",
                "set recent = '{\"last\":2,\"at\":1,\"events\":null}'",
                "set recent = '{\"last\":1,\"at\":1,\"events\":[{},{},{}]}'",
                "set recent = '{\"last\":99,\"at\":1,\"events\":[{}]}'",
                "set recent = '{\"last\":\"x\",\"at\":\"y\",\"events\":[{}]}'",
                "set recent = '{\"last\":1e99,\"at\":1,\"events\":[{}]}'",
                "set recent = null")) {
            Path file = folder.resolve("damaged-" + damage.hashCode() + ".db");
            try (Store store = SqliteStore.open(file);
                    Runner runner = Runner.builder(store).build()) {
                runs(runner, visit -> {}).run("one", new Countdown.Left(2), null);
            }
            Database.execute(file, "update runs " + damage);
            try (Store store = SqliteStore.open(file);
                    Runner runner = Runner.builder(store).build();
                    RunStream stream = runs(runner, visit -> {}).events("one")) {
                assertThatThrownBy(() -> stream.forEach(event -> {}))
                        .as(damage)
                        .is(Errors.with(ErrorCode.CORRUPT_CHECKPOINT))
                        .hasMessageContaining("'one'");
            }
        }
    }

    @Test
    void V4_a_run_is_followed_from_process_to_process_without_gap_and_repeat() throws Exception {
        Path file = folder.resolve("runs.db");
        Process process = Forks.of(Program.class, file.toString());
        assertThat(process.inputReader().readLine()).isEqualTo("waiting");
        List<StreamedEvent> seen = new ArrayList<>();
        try (Store watched = SqliteStore.open(file);
                Runner watching = Runner.builder(watched).build();
                RunStream stream = runs(watching, visit -> {}).events("one")) {
            Iterator<StreamedEvent> events = stream.iterator();
            while (seen.isEmpty()
                    || !isEndOf(COUNT / 2 - 1, seen.get(seen.size() - 1).event())) {
                seen.add(events.next());
            }
            process.destroyForcibly().waitFor();

            Thread next = new Thread(() -> {
                try (Store store = SqliteStore.open(file);
                        Runner runner = Runner.builder(store).build()) {
                    runs(runner, visit -> {}).resume("one");
                }
            });
            next.start();
            events.forEachRemaining(seen::add);
            next.join();
        }

        assertThat(seen.stream().map(StreamedEvent::number))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, seen.size()).boxed().toList());
        assertThat(seen.stream().map(StreamedEvent::event))
                .contains(new RunEvent.TakenOver("one", "count", COUNT / 2))
                .last()
                .isEqualTo(new RunEvent.Completed("one", new Countdown.Left(0)));
        assertThat(seen.stream()
                        .filter(event -> event.event() instanceof RunEvent.Custom)
                        .map(event -> ((Countdown.Said) ((RunEvent.Custom) event.event()).event()).left()))
                .containsExactlyElementsOf(LongStream.rangeClosed(0, COUNT)
                        .mapToObj(i -> COUNT - (int) i)
                        .toList());
    }

    private static boolean isEndOf(long visit, RunEvent event) {
        return event instanceof RunEvent.StepFinished finished && finished.visit() == visit;
    }
}
