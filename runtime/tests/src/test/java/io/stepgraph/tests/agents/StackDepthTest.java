package io.stepgraph.tests.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Few Stepgraph classes stand on the stack inside a step, so that a user who debugs it can read the stack. */
class StackDepthTest {
    /** The distinct Stepgraph classes between the call of {@code run} and the step, generated ones included. */
    private static final int MOST = 10;

    @TempDir
    Path folder;

    @Test
    void few_classes_stand_between_a_call_and_its_step_with_a_store_on_disk() {
        try (SqliteStore store = SqliteStore.open(folder.resolve("depth.db"))) {
            assertFew(classesInside(store));
        }
    }

    @Test
    void and_with_a_store_in_memory() {
        assertFew(classesInside(new MemoryStore()));
    }

    private static void assertFew(List<String> classes) {
        assertThat(classes)
                .contains(DepthAgentGraph.class.getName() + "$Definition")
                .hasSizeLessThanOrEqualTo(MOST);
    }

    private static List<String> classesInside(Store store) {
        try (Runner runner = Runner.builder(store).build()) {
            DepthAgentGraph.Outcome outcome =
                    DepthAgentGraph.of(new DepthAgent()).on(runner).run("one", new DepthAgent.Seen());
            List<String> seen = new ArrayList<>(((DepthAgentGraph.Outcome.Completed) outcome).result().classes);
            seen.removeIf(name -> name.equals(StackDepthTest.class.getName()));
            return seen;
        }
    }
}
