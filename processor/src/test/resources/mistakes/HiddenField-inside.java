package example;

import static io.stepgraph.StepGraph.END;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.List;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Answer.class, next = "keep")
    Question approve(Essay essay) {
        return new Question("Well?", List.of());
    }

    @Step(next = END)
    void keep(Essay essay, Answer answer) {}
}

final class Essay {
    public String text = "";
}

record Question(String text, List<Part> parts) {}

final class Part {
    private String text = "";

    @JsonIgnore
    public String getText() {
        return text;
    }
}

record Answer(String text) {}
