package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    Carton draft(Essay essay) {
        return new Carton();
    }

    @Step(next = END)
    void review(Essay essay, Box<Integer> box) {}
}

final class Essay {
    public String text = "";
}

class Box<T> {
    public T content;
}

final class Carton extends Box<Integer> {
    public int pages = 2;
}
