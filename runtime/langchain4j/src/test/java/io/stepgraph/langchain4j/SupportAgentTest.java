package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.Play.mail;
import static io.stepgraph.langchain4j.Play.refund;
import static io.stepgraph.langchain4j.StrictModel.call;
import static io.stepgraph.langchain4j.StrictModel.calls;
import static io.stepgraph.langchain4j.StrictModel.ends;
import static io.stepgraph.langchain4j.StrictModel.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.langchain4j.model.output.FinishReason;
import io.stepgraph.langchain4j.Decision.Approved;
import io.stepgraph.langchain4j.Decision.Edited;
import io.stepgraph.langchain4j.Decision.Rejected;
import io.stepgraph.langchain4j.StrictModel.Turn;
import io.stepgraph.langchain4j.support.SupportAgent;
import io.stepgraph.langchain4j.support.SupportAgentGraph;
import io.stepgraph.langchain4j.support.SupportAgentGraph.Outcome;
import io.stepgraph.langchain4j.support.SupportAgentGraph.Runs;
import io.stepgraph.langchain4j.support.SupportAgentStep;
import io.stepgraph.runtime.Actor;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent of the page: undisturbed, killed at each place, without answers, and in each mode. */
@Tag("K7")
@Tag("K9")
@Tag("K10")
final class SupportAgentTest {
    private static final SupportAgentStep APPROVE = SupportAgentStep.APPROVE;
    private static final Turn DONE = says("All is done.");

    private static SupportAgent agent(Play play) {
        return new SupportAgent(Model.of(play.model()), play.tools());
    }

    @TestFactory
    Stream<DynamicNode> the_copy_survives_everything() {
        return AgentTests.of(
                        scenario(
                                        "a refund is rejected, and the mail goes on",
                                        calls(refund("1", "A-1"), mail("2")),
                                        DONE)
                                .answer(APPROVE, new Rejected("It was used."))
                                .answer(APPROVE, new Approved())
                                .expect("done", List.of("Mailed Ann: Hello.")),
                        scenario("the lead pays less", calls(refund("1", "A-1")), DONE)
                                .answer(APPROVE, new Edited(refund("1", "A-1", 500)))
                                .expect("done", List.of("Paid 500 cents for A-1.")),
                        scenario("the bank refuses", calls(refund("1", "A-402")), DONE)
                                .answer(APPROVE, new Approved())
                                .expect("results", List.of("1=Not carried out. The account is closed."))
                                .expect("done", List.of()),
                        scenario("nobody answers", calls(refund("1", "A-1"), mail("2")), DONE)
                                .expire(APPROVE)
                                .expect(
                                        "results",
                                        List.of(
                                                "1=Not carried out. Nobody has answered for two days.",
                                                "2=Not carried out. Nobody has answered for two days."))
                                .expect("done", List.of()))
                .tests();
    }

    private static Scenario<Runs.Unnamed> scenario(String name, Turn... turns) {
        return Scenario.of(name, () -> Play.of(turns), play -> SupportAgentGraph.of(agent(play)))
                .compare("refused requests", play -> play.model().refused)
                .compare("results", Play::heard)
                .compare("done", play -> play.shop().done)
                .start((runs, id) -> runs.as(Actor.named("ann")).run(id, new SupportAgent.Chat(), "Please help me."))
                .expect("refused requests", List.of());
    }

    static Stream<Arguments> endings() {
        Turn unknown = calls(call("", "unknown", "{}"));
        return Stream.of(
                arguments(new Turn[] {ends(FinishReason.LENGTH, "The light was")}, "The light was\n["),
                arguments(Collections.nCopies(25, unknown).toArray(Turn[]::new), "I stop here: "));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void an_answer_that_is_cut_off_and_too_many_turns_end_in_words(Turn[] turns, String words) {
        Outcome outcome = SupportAgentGraph.of(agent(Play.of(turns)))
                .machine()
                .as(Actor.named("ann"))
                .start(new SupportAgent.Chat(), "Please help me.");

        assertThat(((Outcome.Completed) outcome).result()).startsWith(words);
    }
}
