package example;

import static example.AssistantGraph.ModelNext;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import java.util.ArrayList;
import java.util.List;

/** Calls the tools that its model asks for, all at once. */
@StepGraph(start = "model")
public final class Assistant {
    public static final class Dialogue {
        public List<Call> calls = new ArrayList<>();
        public List<String> messages = new ArrayList<>();
    }

    public record Call(String id, String tool, String arguments) {}

    public interface Tools {
        String call(Call call, String idempotencyKey);
    }

    private final Tools tools;

    public Assistant(Tools tools) {
        this.tools = tools;
    }

    @Step(next = {"tools", "stop"})
    @MaxVisits(times = 16, then = "stop")
    ModelNext model(Dialogue dialogue) {
        return dialogue.calls.isEmpty() ? ModelNext.stop() : ModelNext.tools();
    }

    @Step(next = "model", effects = "tool")
    void tools(Dialogue dialogue, StepContext<?> context) throws InterruptedException {
        List<String> results = context.together(dialogue.calls, call -> context.once("tool", call, String.class)
                .item(call.id())
                .retryWithSameKey()
                .call((key, stored) -> tools.call(stored, key)));
        dialogue.messages.addAll(results); // in the order of the calls
    }

    @Step(next = END)
    void stop(Dialogue dialogue) {}
}
