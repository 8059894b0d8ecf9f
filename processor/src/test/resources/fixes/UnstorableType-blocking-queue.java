package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    void draft(Essay essay) {}
}

final class Essay {
    public String text = "";
    public Queue<String> tasks = new LinkedBlockingQueue<>();
}
