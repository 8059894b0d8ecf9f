package io.stepgraph.benchmarks.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.stepgraph.benchmarks.dialog.DialogAgent;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.engine.Runner;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("nightly")
class EndedRunsIT {
    private static final Talk TALK = Talk.ofSize(200);

    @ParameterizedTest
    @EnumSource
    void copiesHaveEndedAsTheirModelHas(Ground.Kind kind) throws Exception {
        try (Ground ground = kind.create()) {
            Object end = run(ground, "model");
            try (Connection connection = ground.connect()) {
                new EndedRuns(connection, ground).copy("model", 3);
            }

            try (Store store = ground.open();
                    Runner runner = Runner.builder(store).build()) {
                DialogAgentGraph.Runs runs =
                        DialogAgentGraph.of(new DialogAgent(TALK, 5)).on(runner);
                List<EventLog.Batch> events = events(store, "model");
                for (int i = 1; i <= 3; i++) {
                    assertThat(runs.run("model-" + i, () -> fail("It has been started")))
                            .usingRecursiveComparison()
                            .isEqualTo(end);
                    assertThat(events(store, "model-" + i)).isNotEmpty().isEqualTo(events);
                    assertThat(runs.delete("model-" + i)).isTrue();
                }
                assertThat(runs.run("another", TALK.begin()))
                        .usingRecursiveComparison()
                        .isEqualTo(end);
            }
        }
    }

    private static List<EventLog.Batch> events(Store store, String id) {
        EventLog log = store.log().events(new RunKey("default", id), 0, 100);
        return log == null ? List.of() : log.batches();
    }

    private static Object run(Ground ground, String id) {
        try (Store store = ground.open();
                Runner runner = Runner.builder(store).build()) {
            return DialogAgentGraph.of(new DialogAgent(TALK, 5)).on(runner).run(id, TALK.begin());
        }
    }
}
