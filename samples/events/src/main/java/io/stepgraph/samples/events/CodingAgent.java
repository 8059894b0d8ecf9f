package io.stepgraph.samples.events;

import static io.stepgraph.StepGraph.END;
import static io.stepgraph.samples.events.CodingAgentGraph.*;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.samples.events.Action.DisplayError;
import io.stepgraph.samples.events.Action.DisplayMessage;
import io.stepgraph.samples.events.Action.ExecuteTools;
import io.stepgraph.samples.events.Action.RunPostToolsHook;
import io.stepgraph.samples.events.Action.SendLlmRequest;
import io.stepgraph.samples.events.Action.Shutdown;
import io.stepgraph.samples.events.Action.WaitForInput;
import io.stepgraph.samples.events.Event.LlmFailed;
import io.stepgraph.samples.events.Event.PostToolsHookCompleted;
import io.stepgraph.samples.events.Event.RetryTimeoutFired;
import io.stepgraph.samples.events.Event.ShutdownRequested;
import io.stepgraph.samples.events.Event.TextDelta;
import io.stepgraph.samples.events.Event.ToolCallDelta;
import io.stepgraph.samples.events.Event.ToolCompleted;
import io.stepgraph.samples.events.Event.UserInput;
import io.stepgraph.samples.events.Phase.CallingLlm;
import io.stepgraph.samples.events.Phase.ExecutingTools;
import io.stepgraph.samples.events.Phase.Origin;
import io.stepgraph.samples.events.Phase.PostToolsHook;
import io.stepgraph.samples.events.Phase.ShuttingDown;
import io.stepgraph.samples.events.Phase.WaitingForUserInput;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A coding agent as a graph: each state is an interrupt, whose question is the action that the driver performs and
 * whose answers are the events; each event that a state knows has a step. The {@code next} of the interrupts is the
 * table of states and events, and the compiler proves that it is complete.
 *
 * @param tools tells which tools change something
 * @param maxCalls how often the model is called in all before an error is shown; at least one call is made
 */
@StepGraph(start = "waitingForUserInput")
public record CodingAgent(ToolCatalog tools, int maxCalls) {
    private static final Logger LOG = LoggerFactory.getLogger(CodingAgent.class);

    // The states, and the steps that take their events. `ignore` takes all events that no other step takes.

    @Interrupt(
            answer = Event.class,
            next = {"accept", "shutDown", "ignore"})
    Action waitingForUserInput(Session session, Action action) {
        return action;
    }

    @Interrupt(
            answer = Event.class,
            next = {"showText", "showToolCall", "processLlmResponse", "processLlmFailure", "queue", "shutDown", "ignore"
            })
    Action callingLlm(Session session, Action action) {
        return action;
    }

    @Interrupt(
            answer = Event.class,
            next = {"collect", "queue", "shutDown", "ignore"})
    Action executingTools(Session session, Action action) {
        return action;
    }

    @Interrupt(
            answer = Event.class,
            next = {"callAfterHook", "queue", "shutDown", "ignore"})
    Action postToolsHook(Session session, Action action) {
        return action;
    }

    @Interrupt(
            answer = Event.class,
            next = {"callAgain", "queue", "shutDown", "ignore"})
    Action error(Session session, Action action) {
        return action;
    }

    // The steps.

    @Step(next = "callingLlm")
    SendLlmRequest accept(Session session, UserInput input) {
        session.queued.add(input.message());
        return session.takeUp();
    }

    @Step(next = "callingLlm")
    DisplayMessage showText(Session session, TextDelta delta) {
        return new DisplayMessage(delta.content());
    }

    @Step(next = "callingLlm")
    WaitForInput showToolCall(Session session, ToolCallDelta delta) {
        return new WaitForInput();
    }

    @Step(next = {"executingTools", "callingLlm", "waitingForUserInput"})
    ProcessLlmResponseNext processLlmResponse(Session session, Event.Completed completed) {
        LlmResponse response = completed.response();
        List<ToolCall> calls = response.toolCalls();
        session.conversation.add(new Message.Assistant(response.text(), calls));
        if (!calls.isEmpty()) {
            session.phase = new ExecutingTools(
                    calls.stream().map(call -> new ToolExecution(call, null)).toList());
            return ProcessLlmResponseNext.executingTools(new ExecuteTools(calls));
        }
        if (!session.queued.isEmpty()) {
            return ProcessLlmResponseNext.callingLlm(session.takeUp());
        }
        session.phase = new WaitingForUserInput();
        return ProcessLlmResponseNext.waitingForUserInput(new WaitForInput());
    }

    @Step(next = {"error", "waitingForUserInput"})
    ProcessLlmFailureNext processLlmFailure(Session session, LlmFailed failed) {
        int retries = ((CallingLlm) session.phase).retries() + 1;
        if (retries < maxCalls) {
            session.phase = new Phase.Error(failed.error(), retries, Origin.LLM);
            return ProcessLlmFailureNext.error(new WaitForInput());
        }
        session.phase = new WaitingForUserInput();
        return ProcessLlmFailureNext.waitingForUserInput(new DisplayError(failed.error()));
    }

    @Step(next = "callingLlm")
    SendLlmRequest callAgain(Session session, RetryTimeoutFired fired) {
        return session.callLlm(((Phase.Error) session.phase).retries());
    }

    @Step(next = {"executingTools", "postToolsHook", "callingLlm", "ignore"})
    CollectNext collect(Session session, ToolCompleted completed) {
        ToolTurn turn = new ToolTurn(((ExecutingTools) session.phase).executions());
        if (!turn.isOpen(completed.callId())) {
            return CollectNext.ignore(completed);
        }
        ToolTurn after = turn.complete(completed);
        if (!after.isOver()) {
            session.phase = new ExecutingTools(after.executions());
            return CollectNext.executingTools(new WaitForInput());
        }
        session.conversation.addAll(after.messages());
        if (after.hasMutated(tools)) {
            session.phase = new PostToolsHook(after.executions());
            return CollectNext.postToolsHook(new RunPostToolsHook(after.executions()));
        }
        return CollectNext.callingLlm(session.callLlm(0));
    }

    @Step(next = "callingLlm")
    SendLlmRequest callAfterHook(Session session, PostToolsHookCompleted completed) {
        return session.callLlm(0);
    }

    @Step(next = END)
    Shutdown shutDown(Session session, ShutdownRequested request) {
        session.phase = new ShuttingDown();
        return new Shutdown();
    }

    @Step(next = "stay")
    void queue(Session session, UserInput input) {
        session.queued.add(input.message());
    }

    @Step(next = "stay")
    void ignore(Session session, Event event) {
        LOG.warn("{} does not change {}.", event.getClass().getSimpleName(), session.phase);
    }

    /** Back to the state in which the event came. */
    @Step(next = {"waitingForUserInput", "callingLlm", "executingTools", "postToolsHook", "error"})
    StayNext stay(Session session) {
        Phase phase = session.phase;
        Action wait = new WaitForInput();
        if (phase instanceof CallingLlm) {
            return StayNext.callingLlm(wait);
        }
        if (phase instanceof ExecutingTools) {
            return StayNext.executingTools(wait);
        }
        if (phase instanceof PostToolsHook) {
            return StayNext.postToolsHook(wait);
        }
        if (phase instanceof Phase.Error) {
            return StayNext.error(wait);
        }
        return StayNext.waitingForUserInput(wait);
    }
}
