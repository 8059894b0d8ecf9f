package io.stepgraph.runtime;

import static io.stepgraph.runtime.Node.FIRST;
import static io.stepgraph.runtime.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.store.MemoryStore;
import org.junit.jupiter.api.Test;

final class RunLoopTest {
    @Test
    void oneStepAfterTheOther() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND), (notes, input, context) -> {
                    notes.add("first");
                    return Transition.go(SECOND);
                })
                .step(SECOND, s -> s.toEnd(), (notes, input, context) -> {
                    notes.add("second");
                    return Transition.end();
                })
                .build();
        try (Runner runner = Runner.builder(new MemoryStore()).build()) {
            RunClient<Notes, Node> runs = runner.client(graph, new Object());
            Stop<Node> stop = runs.run("one", Notes.of(), null);
            assertThat(((Stop.Completed<Node>) stop).result()).hasToString("[first, second]");
            assertThat(runs.run("one", Notes.of(), null).toString()).contains("[first, second]");
        }
    }
}
