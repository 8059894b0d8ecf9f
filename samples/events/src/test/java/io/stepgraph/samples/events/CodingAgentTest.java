package io.stepgraph.samples.events;

import io.stepgraph.samples.events.Action.WaitForInput;
import io.stepgraph.samples.events.CodingAgentGraph.Runs;
import io.stepgraph.samples.events.Event.Completed;
import io.stepgraph.samples.events.Event.LlmFailed;
import io.stepgraph.samples.events.Event.PostToolsHookCompleted;
import io.stepgraph.samples.events.Event.RetryTimeoutFired;
import io.stepgraph.samples.events.Event.ShutdownRequested;
import io.stepgraph.samples.events.Event.TextDelta;
import io.stepgraph.samples.events.Event.ToolCallDelta;
import io.stepgraph.samples.events.Event.ToolCompleted;
import io.stepgraph.samples.events.Event.UserInput;
import io.stepgraph.testkit.AgentTests;
import io.stepgraph.testkit.Scenario;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The same graph as a durable run, one event an answer, with a crash before and after each write of its store. */
final class CodingAgentTest {
    private static final UserInput HELLO = new UserInput("hello");
    private static final ShutdownRequested QUIT = new ShutdownRequested();

    @TestFactory
    Stream<DynamicNode> survives() {
        return AgentTests.of(
                        session("the agent reads, edits and commits")
                                .answer(CodingAgentStep.WAITING_FOR_USER_INPUT, HELLO)
                                .answer(CodingAgentStep.CALLING_LLM, new TextDelta("I look."))
                                .answer(CodingAgentStep.CALLING_LLM, new ToolCallDelta("1", "read_file", "{"))
                                .answer(CodingAgentStep.CALLING_LLM, calls("read_file", "edit_file"))
                                .answer(CodingAgentStep.EXECUTING_TOOLS, completed("1"))
                                .answer(CodingAgentStep.EXECUTING_TOOLS, completed("0"))
                                .answer(CodingAgentStep.POST_TOOLS_HOOK, new PostToolsHookCompleted(true))
                                .answer(CodingAgentStep.CALLING_LLM, calls("read_file"))
                                .answer(CodingAgentStep.EXECUTING_TOOLS, completed("7"))
                                .answer(CodingAgentStep.EXECUTING_TOOLS, completed("0"))
                                .answer(CodingAgentStep.CALLING_LLM, calls())
                                .answer(CodingAgentStep.WAITING_FOR_USER_INPUT, QUIT),
                        session("calls fail, and the user is told")
                                .answer(CodingAgentStep.WAITING_FOR_USER_INPUT, completed("late"))
                                .answer(CodingAgentStep.WAITING_FOR_USER_INPUT, HELLO)
                                .answer(CodingAgentStep.CALLING_LLM, new LlmFailed("one"))
                                .answer(CodingAgentStep.ERROR, HELLO)
                                .answer(CodingAgentStep.ERROR, calls())
                                .answer(CodingAgentStep.ERROR, new RetryTimeoutFired())
                                .answer(CodingAgentStep.CALLING_LLM, HELLO)
                                .answer(CodingAgentStep.CALLING_LLM, new RetryTimeoutFired())
                                .answer(CodingAgentStep.CALLING_LLM, new LlmFailed("two"))
                                .answer(CodingAgentStep.WAITING_FOR_USER_INPUT, HELLO)
                                .answer(CodingAgentStep.CALLING_LLM, QUIT),
                        session("the user is heard while the agent works")
                                .answer(CodingAgentStep.WAITING_FOR_USER_INPUT, HELLO)
                                .answer(CodingAgentStep.CALLING_LLM, calls("edit_file", "edit_file"))
                                .answer(CodingAgentStep.EXECUTING_TOOLS, HELLO)
                                .answer(CodingAgentStep.EXECUTING_TOOLS, new RetryTimeoutFired())
                                .answer(CodingAgentStep.EXECUTING_TOOLS, completed("0"))
                                .answer(CodingAgentStep.EXECUTING_TOOLS, completed("1"))
                                .answer(CodingAgentStep.POST_TOOLS_HOOK, HELLO)
                                .answer(CodingAgentStep.POST_TOOLS_HOOK, new RetryTimeoutFired())
                                .answer(CodingAgentStep.POST_TOOLS_HOOK, new PostToolsHookCompleted(false))
                                .answer(CodingAgentStep.CALLING_LLM, calls())
                                .answer(CodingAgentStep.CALLING_LLM, calls("edit_file"))
                                .answer(CodingAgentStep.EXECUTING_TOOLS, QUIT),
                        session("a shutdown ends the hook")
                                .answer(CodingAgentStep.WAITING_FOR_USER_INPUT, HELLO)
                                .answer(CodingAgentStep.CALLING_LLM, calls("edit_file"))
                                .answer(CodingAgentStep.EXECUTING_TOOLS, completed("0"))
                                .answer(CodingAgentStep.POST_TOOLS_HOOK, QUIT),
                        session("a shutdown ends the wait for a retry")
                                .answer(CodingAgentStep.WAITING_FOR_USER_INPUT, HELLO)
                                .answer(CodingAgentStep.CALLING_LLM, new LlmFailed("one"))
                                .answer(CodingAgentStep.ERROR, QUIT))
                .minCoverage(1.0)
                .tests();
    }

    private static Scenario<Runs> session(String name) {
        return Scenario.of(name, () -> CodingAgentGraph.of(new CodingAgent(Driven.TOOLS, 2)))
                .start((runs, id) -> runs.run(id, new Session(), new WaitForInput()));
    }

    private static Completed calls(String... tools) {
        return new Completed(new LlmResponse(
                tools.length == 0 ? "Done." : "",
                Stream.iterate(0, i -> i < tools.length, i -> i + 1)
                        .map(i -> new ToolCall(Integer.toString(i), tools[i], "{}"))
                        .toList()));
    }

    private static ToolCompleted completed(String callId) {
        return new ToolCompleted(callId, new ToolOutcome.Success("1"));
    }
}
