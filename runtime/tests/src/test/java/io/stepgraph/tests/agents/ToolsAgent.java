package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.PermissionMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.StepContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls several tools at once. */
@StepGraph(start = "tools", name = "tools")
final class ToolsAgent {

    /** The tools, which outlive the processes: how often each was called. */
    static final class Tools {
        private final Map<String, Integer> calls = new ConcurrentHashMap<>();
        private final Map<String, String> known = new ConcurrentHashMap<>();

        /** Calls with one key are performed once. */
        String callOnce(String tool, String key) {
            return known.computeIfAbsent(key, first -> call(tool));
        }

        String call(String tool) {
            return tool + " " + calls.merge(tool, 1, Integer::sum);
        }

        Map<String, Integer> calls() {
            return Map.copyOf(calls);
        }
    }

    /** The results. */
    static final class Answer {
        public List<String> lines = new ArrayList<>();
    }

    private final Tools tools;
    private final boolean isCareful;

    ToolsAgent(Tools tools, boolean isCareful) {
        this.tools = tools;
        this.isCareful = isCareful;
    }

    @Step(next = END)
    void tools(Answer answer, StepContext<String> context) throws InterruptedException {
        context.emit("asks");
        context.require(PermissionMode.ACCEPT_EDITS);
        answer.lines.addAll(context.together(List.of("pay", "mail", "book", "send"), tool -> {
            context.emit(tool);
            Effect<String, String> effect =
                    context.once("tool", tool, String.class).item(tool);
            if (tool.equals("mail") || tool.equals("send")) {
                return effect.retryWithSameKey().call((key, request) -> tools.callOnce(request, key));
            }
            return isCareful ? effect.call((key, request) -> tools.call(request)) : tools.call(tool);
        }));
    }
}
