package io.stepgraph.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class TalkTest {
    private static final int PAGE = 4_096;

    private final JsonMapper json = new JsonMapper();

    @ParameterizedTest
    @ValueSource(ints = {2_000, 200_000, 2_000_000})
    void dialogIsAsLargeAsAskedForAfterEveryStep(int bytes) {
        Talk talk = Talk.ofSize(bytes);
        Dialog dialog = talk.begin();
        for (int step = 0; step < 10; step++) {
            assertThat(json.writeValueAsBytes(dialog)).hasSize(bytes);
            talk.advance(dialog);
        }
    }

    @Test
    void noPageIsAsItWasOneStepBefore() {
        Talk talk = Talk.ofSize(200_000);
        Dialog dialog = talk.begin();
        for (int step = 0; step < 10; step++) {
            String before = json.writeValueAsString(dialog);
            talk.advance(dialog);
            String after = json.writeValueAsString(dialog);
            for (int page = 0; page < before.length(); page += PAGE) {
                int end = Math.min(before.length(), page + PAGE);
                assertThat(after.substring(page, end)).isNotEqualTo(before.substring(page, end));
            }
        }
    }
}
