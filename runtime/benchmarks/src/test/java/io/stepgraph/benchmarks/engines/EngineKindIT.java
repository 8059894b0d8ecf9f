package io.stepgraph.benchmarks.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepgraph.benchmarks.Crowd;
import io.stepgraph.benchmarks.dialog.DialogAgent;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph.Outcome;
import io.stepgraph.benchmarks.dialog.Talk;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every engine executes the same runs. */
@Tag("nightly")
class EngineKindIT {
    private static final int STEPS = 10;

    @ParameterizedTest
    @EnumSource
    void runsEndAfterAsManyStepsHoweverManyThereAreAtOnce(EngineKind kind) throws Exception {
        assumeThat(kind.whatIsMissing()).isNull();
        Talk talk = Talk.ofSize(2_000);
        try (EngineKind.Opened opened = kind.open();
                Crowd crowd = new Crowd(4)) {
            DialogAgentGraph.Runs runs =
                    DialogAgentGraph.of(new DialogAgent(talk, STEPS)).on(opened.engine());

            Outcome outcome = crowd.all(() -> {
                String id = UUID.randomUUID().toString();
                Outcome end = runs.run(id, talk.begin());
                assertThat(!opened.canDelete() || runs.delete(id)).isTrue();
                return end;
            });

            assertThat(((Outcome.Completed) outcome).result().counter).isEqualTo(Talk.FIRST + STEPS);
        }
    }
}
