package io.stepgraph.crash;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.testkit.store.CrashPoints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** An agent whose step makes three charges at once. */
@StepGraph(start = "call", name = "tools")
final class Tools {
    static final List<String> ALL = List.of("a", "b", "c");

    private final Program program;
    private final CrashPoints points;

    Tools(Program program, CrashPoints points) {
        this.program = program;
        this.points = points;
    }

    static final class Notes {
        public List<String> receipts = new ArrayList<>();
    }

    @Step(next = END)
    void call(Notes notes, StepContext<?> context) throws IOException, InterruptedException {
        notes.receipts.addAll(context.together(ALL, tool -> tool + " " + charge(tool, context)));
    }

    private String charge(String tool, StepContext<?> context) throws IOException {
        return program.policy()
                .on(context.once("charge", 500, String.class).item(tool), program.port())
                .call((key, cents) -> {
                    points.reach("inside-call");
                    String receipt = Payments.call(program.port(), program.policy().call, key);
                    points.reach("called");
                    return receipt;
                });
    }
}
