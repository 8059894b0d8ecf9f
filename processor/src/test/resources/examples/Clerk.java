package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.PermissionMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

/** Calls the tool that its model has chosen, in the mode that this tool needs. */
@StepGraph(start = "act")
public final class Clerk {
    public static final class Task {
        public Call call = new Call("look up", "A-1");
        public String result = "";
    }

    public record Call(String tool, String order) {}

    public interface Tools {
        PermissionMode modeOf(Call call);

        String call(Call call, String idempotencyKey);
    }

    private final Tools tools;

    public Clerk(Tools tools) {
        this.tools = tools;
    }

    @Step(next = END, effects = "tool")
    void act(Task task, StepContext<?> context) {
        context.require(tools.modeOf(task.call));
        task.result = context.once("tool", task.call, String.class)
                .retryWithSameKey()
                .call((key, stored) -> tools.call(stored, key));
    }
}
