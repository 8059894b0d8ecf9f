package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import java.util.List;

final class NestedRecord {
    @StepGraph(start = "draft", name = "essays")
    @SuppressWarnings("stepgraph:UnboundedLoop")
    record Agent(String model) {

        private static final int WORDS = 200;

        record Essay(String text) {}

        record Topic(String name) {}

        record Notes(List<String> lines) {}

        @Step(next = "review")
        Essay draft(Essay essay, Topic topic) {
            return new Essay(topic.name() + model + WORDS);
        }

        @Step(next = "polish")
        Notes review(Essay essay, StepContext<?> context) {
            return new Notes(List.of());
        }

        @Step(next = {"review", END})
        NestedRecord_AgentGraph.PolishNext polish(Essay essay, Notes notes, StepContext<String> context) {
            return NestedRecord_AgentGraph.PolishNext.end();
        }
    }
}
