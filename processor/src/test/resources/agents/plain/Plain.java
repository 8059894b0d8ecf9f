import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "step")
class Plain {
    @Step(next = {"graph", END})
    PlainGraph.StepNext step(byte[] bytes) {
        return bytes.length == 0 ? PlainGraph.StepNext.end() : PlainGraph.StepNext.graph();
    }

    @Interrupt(answer = String.class, next = "node")
    int graph(byte[] bytes) {
        return bytes.length;
    }

    @Step(next = "definition")
    int node(byte[] bytes, String string) {
        return string.length();
    }

    @Step(next = END)
    byte[] definition(byte[] bytes, int runs) {
        return bytes;
    }
}
