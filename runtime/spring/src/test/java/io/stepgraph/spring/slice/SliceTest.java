package io.stepgraph.spring.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.spring.StepgraphTest;
import io.stepgraph.spring.WorkerLifecycle;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;

/** A slice of {@link SlicedApplication}: its agents, on a store in memory. */
@StepgraphTest
class SliceTest {
    @Autowired
    CounterGraph graph;

    @Autowired
    CounterGraph.Runs runs;

    @Autowired
    Store store;

    @Autowired
    ObjectProvider<WorkerLifecycle> worker;

    @Autowired
    ObjectProvider<Unrelated> unrelated;

    @Test
    void has_the_agents_and_nothing_else_of_the_application() {
        assertThat(runs.run("count-1", new Counter.Count())).isInstanceOf(CounterGraph.Outcome.Completed.class);
        assertThat(store).isInstanceOf(MemoryStore.class);
        assertThat(worker.getIfAvailable()).isNull();
        assertThat(unrelated.getIfAvailable()).isNull();
    }

    @TestFactory
    Stream<DynamicNode> survives() {
        return AgentTests.of(
                        Scenario.of("counts", () -> graph).start((plays, id) -> plays.run(id, new Counter.Count())))
                .minCoverage(1.0)
                .tests();
    }
}
