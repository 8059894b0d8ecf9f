package io.stepgraph.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The tools by name, in the order of their names, and the first look at each call (K4, K13). */
record KnownTools(SortedMap<String, KnownTool> byName, int longestResult) {

    List<ToolSpecification> specifications() {
        return byName.values().stream().map(KnownTool::specification).toList();
    }

    /** Checks a call as the model has written it. */
    CheckedCall check(ToolExecutionRequest request) {
        try {
            return check(ToolCall.of(request.id(), request.name(), request.arguments()));
        } catch (IllegalArgumentException unreadable) {
            return refused(new ToolCall(request.id(), request.name(), Map.of()), KnownTool.reason(unreadable));
        }
    }

    CheckedCall check(ToolCall call) {
        KnownTool tool = byName.get(call.name());
        if (tool == null) {
            return refused(call, "There is no tool '" + call.name() + "'. There are " + byName.keySet() + ".");
        }
        return new ArgumentCheck(tool.parameters())
                .problems(call.arguments())
                .findFirst()
                .map(problem -> refused(call, problem))
                .orElseGet(() -> new CheckedCall(call, tool, longestResult));
    }

    private CheckedCall refused(ToolCall call, String why) {
        return new CheckedCall(call, KnownTool.refusing(why), longestResult);
    }

    /** The question to a person about a call. */
    String question(ToolCall call) {
        KnownTool tool = byName.get(call.name());
        String text = tool == null ? "" : tool.does().question();
        return AskText.of(text.isEmpty() ? "Call " + call.name() + " with {}?" : text, call);
    }
}
