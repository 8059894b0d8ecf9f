package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    sealed interface Handler permits Printer {
        void handle();
    }

    record Printer(String name) implements Handler {
        @Override
        public void handle() {}
    }

    static final class Meta {
        public Handler handler;
    }

    static final class Essay {
        public String text = "";
        public Meta meta = new Meta();
    }

    @Step(next = "review")
    void draft(Essay essay) {}

    @Step(next = END)
    Essay review(Essay essay) {
        return essay;
    }
}
