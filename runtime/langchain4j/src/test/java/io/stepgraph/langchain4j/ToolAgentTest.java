package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.Play.close;
import static io.stepgraph.langchain4j.Play.find;
import static io.stepgraph.langchain4j.Play.mail;
import static io.stepgraph.langchain4j.Play.note;
import static io.stepgraph.langchain4j.Play.refund;
import static io.stepgraph.langchain4j.StrictModel.call;
import static io.stepgraph.langchain4j.StrictModel.calls;
import static io.stepgraph.langchain4j.StrictModel.fails;
import static io.stepgraph.langchain4j.StrictModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.AuthenticationException;
import io.stepgraph.langchain4j.Decision.Approved;
import io.stepgraph.langchain4j.Decision.Edited;
import io.stepgraph.langchain4j.Decision.Rejected;
import io.stepgraph.langchain4j.StrictModel.Turn;
import io.stepgraph.langchain4j.ToolAgent.Answer.Ending;
import io.stepgraph.langchain4j.ToolAgent.Chat;
import io.stepgraph.langchain4j.ToolAgentGraph.Outcome;
import io.stepgraph.langchain4j.ToolAgentGraph.Runs;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** The ready-made agent with a shop: undisturbed, killed at each place, and in each mode. */
@Tag("K3")
@Tag("K4")
@Tag("K5")
@Tag("K6")
@Tag("K7")
@Tag("K8")
@Tag("K9")
@Tag("K10")
final class ToolAgentTest {
    private static final ToolAgentStep APPROVE = ToolAgentStep.APPROVE;
    private static final Turn DONE = says("All is done.");

    @TestFactory
    Stream<DynamicNode> the_agent_survives_everything() {
        Turn looking = calls(find("", "A-1"));
        return AgentTests.of(
                        answered(
                                        "a tool that reads, and one that the model has invented",
                                        calls(find("1", "A-1"), call("2", "search_web", "{}")),
                                        DONE)
                                .expect(
                                        "results",
                                        List.of(
                                                "1=A-1 cost 900 cents.",
                                                "2=Not carried out. There is no tool 'search_web'. There are"
                                                        + " [broken, close, find, mail, note, refund].")),
                        answered(
                                        "one refund is rejected, and the other calls go on",
                                        calls(refund("1", "A-1"), refund("2", "A-2"), note("3")),
                                        DONE)
                                .answer(APPROVE, new Rejected("It was used."))
                                .answer(APPROVE, new Approved())
                                .expect("done", List.of("Noted A-1.", "Paid 900 cents for A-2.")),
                        answered("a person pays less", calls(refund("1", "A-1")), DONE)
                                .answer(APPROVE, new Edited(refund("1", "A-1", 500)))
                                .expect("done", List.of("Paid 500 cents for A-1.")),
                        answered("the bank refuses", calls(refund("1", "A-402")), DONE)
                                .answer(APPROVE, new Approved())
                                .expect("results", List.of("1=Not carried out. The account is closed."))
                                .expect("done", List.of()),
                        answered("a mail, which may not be sent twice", calls(mail("1")), DONE)
                                .answer(APPROVE, new Approved())
                                .expect("done", List.of("Mailed Ann: Hello.")),
                        answered("a tool above the mode", calls(note("1"), close("2")), DONE)
                                .expect("done", List.of("Noted A-1.", "Closed A-1.")),
                        answered("a tool that reads and breaks", calls(call("1", "broken", "{}"), note("2")), DONE)
                                .expect("done", List.of()),
                        ends("too many turns", Ending.LIMIT_REACHED, looking, looking, looking, looking),
                        ends("no model", Ending.UNREACHABLE, fails(new AuthenticationException("The key is wrong."))),
                        ends(
                                "an answer that breaks off",
                                Ending.BROKEN_OFF,
                                fails(new IOException("The connection was lost."), "The light was")),
                        scenario("calls that a cancelled run has left open", Ending.ANSWERED, cancelled(), DONE))
                .minCoverage(1.0)
                .coverageTo(Path.of("target/stepgraph/coverage.json"))
                .tests();
    }

    private static Scenario<Runs> answered(String name, Turn... turns) {
        return ends(name, Ending.ANSWERED, turns);
    }

    private static Scenario<Runs> ends(String name, Ending ending, Turn... turns) {
        return scenario(name, ending, new Chat(), turns);
    }

    /** No request of any play is refused, and what is done is counted. */
    private static Scenario<Runs> scenario(String name, Ending ending, Chat chat, Turn... turns) {
        return Scenario.of(name, () -> Play.of(turns), play -> ToolAgentGraph.of(play.agent()))
                .compare("refused requests", play -> play.model().refused)
                .compare("results", Play::heard)
                .compare("done", play -> play.shop().done)
                .start((runs, id) -> runs.run(id, chat, "Please help me."))
                .expect("refused requests", List.of())
                .end((runs, id) -> assertThat(runs.outcome(id))
                        .hasValueSatisfying(end -> assertThat(
                                        ((Outcome.Completed) end).result().ending())
                                .isEqualTo(ending)));
    }

    /** The state after a run that was cancelled at a question. */
    private static Chat cancelled() {
        Chat chat = new Chat();
        chat.conversation =
                chat.conversation.with(UserMessage.from("Pay A-1 back.")).with(AiMessage.from(refund("1", "A-1")));
        chat.calls = 1;
        return chat;
    }
}
