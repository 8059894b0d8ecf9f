package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineAnswererContract.ANN;
import static io.stepgraph.testkit.store.EngineAnswererContract.BOB;
import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.testkit.store.OwnerAgent.Account;
import io.stepgraph.testkit.store.OwnerAgent.Confirmed;
import io.stepgraph.testkit.store.OwnerAgentGraph.Outcome;
import io.stepgraph.testkit.store.OwnerAgentGraph.Runs;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Questions that only the person who started the run answers (W5): ann. */
@Tag("W3")
@Tag("W5")
interface EngineOwnerContract extends EngineFixture {
    private Runs.Unnamed owners() {
        return OwnerAgentGraph.of(new OwnerAgent())
                .on(process(EngineSettings.DEFAULT).engine());
    }

    @Test
    default void W5_only_the_starter_answers_at_each_door() {
        Runs.Unnamed runs = owners();
        Outcome.Confirm asked = (Outcome.Confirm) runs.as(ANN).run("one", new Account());

        assertThrown(
                AnswerNotPermittedException.class,
                () -> runs.as(BOB).answerConfirm(asked, new Confirmed()),
                "'confirm' of run 'one'",
                "by the person who started the run",
                "bob may not");
        assertThrown(
                AnswerNotPermittedException.class,
                () -> runs.as(BOB).submitConfirm(asked, new Confirmed()),
                "bob may not");
        assertThrown(
                AnswerNotPermittedException.class,
                () -> runs.as(BOB).answer(asked.ticket().id(), "{}"),
                "bob may not");

        assertThat(runs.as(ANN).answerConfirm(asked, new Confirmed())).isInstanceOf(Outcome.Completed.class);
    }

    @Test
    default void W5_a_graph_whose_starter_answers_has_no_start_before_a_name() {
        assertThat(Runs.Unnamed.class.getDeclaredMethods())
                .extracting(Method::getName)
                .contains("as")
                .doesNotContain("run", "enqueue", "stream", "answer", "answerConfirm", "submitConfirm", "fork");
    }
}
