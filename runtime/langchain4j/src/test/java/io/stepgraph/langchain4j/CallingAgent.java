package io.stepgraph.langchain4j;

import static io.stepgraph.StepGraph.END;
import static io.stepgraph.langchain4j.CallingAgentGraph.*;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.langchain4j.CallingAgentGraph.Outcome;
import io.stepgraph.langchain4j.Decision.Permitted;
import io.stepgraph.langchain4j.Decision.Rejected;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a model that has called tools, until each call has its result.
 *
 * @param seen the conversations that its first step has seen
 */
@StepGraph(start = "read")
record CallingAgent(Tools tools, List<Conversation> seen) {
    CallingAgent(Tools tools) {
        this(tools, new ArrayList<>());
    }

    static final class Turn {
        public Conversation conversation = Conversation.EMPTY;

        static Turn of(ToolExecutionRequest... calls) {
            return of(AiMessage.from("I will do it.", List.of(calls)));
        }

        static Turn of(AiMessage reply) {
            Turn turn = new Turn();
            turn.conversation =
                    Conversation.EMPTY.with(UserMessage.from("Please do it.")).with(reply);
            return turn;
        }
    }

    private static @Nullable ToolResult event(ToolResult result) {
        return result.tool().equals("quiet") ? null : result;
    }

    @Step(next = "act", timeout = "1m")
    void read(Turn turn, StepContext<ToolResult> context) throws InterruptedException {
        seen.add(turn.conversation);
        turn.conversation = tools.read(turn.conversation, context, CallingAgent::event);
    }

    @Step(
            next = {"approve", END},
            effects = Tools.EFFECT)
    @Retry(attempts = 3, backoff = "1ms", on = Exception.class)
    ActNext act(Turn turn, StepContext<ToolResult> context) {
        Acted acted = tools.act(turn.conversation, context, CallingAgent::event);
        turn.conversation = acted.conversation();
        return acted.ask() == null ? ActNext.end() : ActNext.approve(acted.ask());
    }

    @Interrupt(
            answer = Decision.class,
            next = {"actApproved", "reject"})
    Proposal approve(Turn turn, ToolCall call) {
        return tools.proposal(turn.conversation, call);
    }

    @Step(next = "record", effects = Tools.APPROVED_EFFECT)
    @GatedBy(value = "approve", exactly = true)
    @Retry(attempts = 3, backoff = "1ms", on = Exception.class)
    ToolResult actApproved(Answered<Proposal, Permitted> approval, StepContext<ToolResult> context) {
        return tools.act(approval, context);
    }

    @Step(next = "act")
    void record(Turn turn, ToolResult result) {
        turn.conversation = turn.conversation.with(result);
    }

    @Step(next = "act")
    @GatedBy("approve")
    void reject(Turn turn, Answered<Proposal, Rejected> answered) {
        turn.conversation =
                turn.conversation.with(Tools.rejected(answered.question().call(), answered.answer()));
    }

    /** The results of a run that has ended. */
    static List<String> texts(Outcome outcome) {
        return ((Outcome.Completed) outcome)
                .result().conversation.messages().stream()
                        .filter(ToolExecutionResultMessage.class::isInstance)
                        .map(each -> ((ToolExecutionResultMessage) each).text())
                        .toList();
    }
}
