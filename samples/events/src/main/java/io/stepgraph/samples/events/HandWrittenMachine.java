package io.stepgraph.samples.events;

import io.stepgraph.samples.events.Action.DisplayError;
import io.stepgraph.samples.events.Action.DisplayMessage;
import io.stepgraph.samples.events.Action.ExecuteTools;
import io.stepgraph.samples.events.Action.RunPostToolsHook;
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
 * The same agent without Stepgraph, for comparison: one method that tells states and events apart. It passes the tests
 * of {@link EventMachine}, except those of snapshots, and a benchmark compares the speed of both. Here, nothing but the
 * tests finds a pair of state and event that is forgotten. Not safe for use by many threads at once.
 */
public final class HandWrittenMachine {
    private static final Logger LOG = LoggerFactory.getLogger(HandWrittenMachine.class);

    private final CodingAgent agent;
    private final Session session = new Session();

    /**
     * A new session, which waits for the user.
     *
     * @param agent its tools and limits
     */
    public HandWrittenMachine(CodingAgent agent) {
        this.agent = agent;
    }

    /** {@return the state of the agent; read it only} */
    public Session session() {
        return session;
    }

    /**
     * Takes an event.
     *
     * @param event the event
     * @return the action that the driver performs now
     */
    public Action handle(Event event) {
        Phase phase = session.phase;
        if (phase instanceof ShuttingDown) {
            return ignore(event);
        }
        if (event instanceof ShutdownRequested) {
            session.phase = new ShuttingDown();
            return new Shutdown();
        }
        if (event instanceof UserInput input) {
            session.queued.add(input.message());
            return phase instanceof WaitingForUserInput ? session.takeUp() : new WaitForInput();
        }
        if (phase instanceof CallingLlm calling) {
            return whileCallingLlm(calling, event);
        }
        if (phase instanceof ExecutingTools executing && event instanceof ToolCompleted completed) {
            return toolCompleted(new ToolTurn(executing.executions()), completed);
        }
        if (phase instanceof PostToolsHook && event instanceof PostToolsHookCompleted) {
            return session.callLlm(0);
        }
        if (phase instanceof Phase.Error error && event instanceof RetryTimeoutFired) {
            return session.callLlm(error.retries());
        }
        return ignore(event);
    }

    private Action whileCallingLlm(CallingLlm calling, Event event) {
        if (event instanceof TextDelta delta) {
            return new DisplayMessage(delta.content());
        }
        if (event instanceof ToolCallDelta) {
            return new WaitForInput();
        }
        if (event instanceof Event.Completed completed) {
            return completed(completed.response());
        }
        if (event instanceof LlmFailed failed) {
            int retries = calling.retries() + 1;
            if (retries < agent.maxCalls()) {
                session.phase = new Phase.Error(failed.error(), retries, Origin.LLM);
                return new WaitForInput();
            }
            session.phase = new WaitingForUserInput();
            return new DisplayError(failed.error());
        }
        return ignore(event);
    }

    private Action completed(LlmResponse response) {
        List<ToolCall> calls = response.toolCalls();
        session.conversation.add(new Message.Assistant(response.text(), calls));
        if (!calls.isEmpty()) {
            session.phase = new ExecutingTools(
                    calls.stream().map(call -> new ToolExecution(call, null)).toList());
            return new ExecuteTools(calls);
        }
        if (!session.queued.isEmpty()) {
            return session.takeUp();
        }
        session.phase = new WaitingForUserInput();
        return new WaitForInput();
    }

    private Action toolCompleted(ToolTurn turn, ToolCompleted completed) {
        if (!turn.isOpen(completed.callId())) {
            return ignore(completed);
        }
        ToolTurn after = turn.complete(completed);
        if (!after.isOver()) {
            session.phase = new ExecutingTools(after.executions());
            return new WaitForInput();
        }
        session.conversation.addAll(after.messages());
        if (after.hasMutated(agent.tools())) {
            session.phase = new PostToolsHook(after.executions());
            return new RunPostToolsHook(after.executions());
        }
        return session.callLlm(0);
    }

    private Action ignore(Event event) {
        LOG.warn("{} does not change {}.", event.getClass().getSimpleName(), session.phase);
        return new WaitForInput();
    }
}
