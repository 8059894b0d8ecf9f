package io.stepgraph.benchmarks.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both ways do the same work, and leave nothing behind. */
@Tag("nightly")
class WayIT {
    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @EnumSource
    void a_message_takes_five_steps_and_as_many_events(Way way) {
        try (Store store = new MemoryStore();
                Runner runner = Runner.builder(store).observer(events::add).build()) {
            Way.Side agent = way.open(runner, PastTurn.ofSize(20_000));
            agent.begin("thread", "run-1");
            events.clear();

            assertThat(agent.message("thread", "run-2")).isEqualTo(QuickModel.ANSWER);

            agent.delete("thread", "run-1");
            agent.delete("thread", "run-2");
            assertThat(runner.list(RunQuery.ALL).runs()).isEmpty();
        }
        assertThat(events).filteredOn(RunEvent.StepFinished.class::isInstance).hasSize(5);
        assertThat(events)
                .filteredOn(RunEvent.Custom.class::isInstance)
                .hasSize(2 + QuickModel.ANSWER.split(" ").length);
    }
}
