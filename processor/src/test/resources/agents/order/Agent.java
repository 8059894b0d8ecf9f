package order;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "listen", name = "order")
class Agent {
    static class Talk {
        public int events;
    }

    @Interrupt(answer = Event.class, next = {"type", "click", "quit", "blur"})
    String listen(Talk talk) {
        return "Well?";
    }

    @Step(next = "listen")
    void type(Talk talk, Event.Key key) {}

    @Step(next = "listen")
    void click(Talk talk, Event.Click click) {}

    @Step(next = END)
    void quit(Talk talk, Event.Quit quit) {}

    @Step(next = "listen")
    void blur(Talk talk, Event.Blur blur) {}
}
