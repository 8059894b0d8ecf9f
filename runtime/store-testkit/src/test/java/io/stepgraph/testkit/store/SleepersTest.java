package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.engine.Worker;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import io.stepgraph.testkit.FakeClock;
import io.stepgraph.testkit.store.WaitingAgent.Day;
import io.stepgraph.testkit.store.WaitingAgent.Place;
import io.stepgraph.testkit.store.WaitingAgentGraph.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many runs that wait at the same time. */
@Tag("Q1")
@Tag("L5")
final class SleepersTest {
    private static final Duration MONTH = Duration.ofDays(30);

    private final FakeClock clock = FakeClock.running();

    @Test
    @Tag("slow")
    void Q1_L5_ten_thousand_runs_that_wait_fill_no_queue_and_go_on_when_their_time_is_over() {
        List<String> ids =
                IntStream.range(0, 10_000).mapToObj(i -> "sleeper-" + i).toList();
        var graph = WaitingAgentGraph.of(new WaitingAgent());
        try (Store store = new MemoryStore(clock);
                Runner runner = Runner.builder(store).clock(clock).maxQueued(1).build();
                Worker worker = Worker.builder(store).clock(clock).graphs(graph).build()) {
            WaitingAgentGraph.Runs runs = graph.on(runner);
            ids.forEach(id -> runs.run(id, Day.at(Place.REST, MONTH)));
            assertThat(runs.enqueue("one more", Day.at(Place.REST, MONTH))).isTrue();

            clock.pass(MONTH);
            worker.start();

            assertThat(ids).allSatisfy(id -> assertThat(end(runs, id)).isInstanceOf(Outcome.Completed.class));
        }
    }

    /** The outcome of a run, after its last event. */
    private static Outcome end(WaitingAgentGraph.Runs runs, String id) {
        try (RunStream events = runs.events(id)) {
            events.forEach(event -> {});
        }
        return runs.resume(id);
    }
}
