package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

@StepGraph(start = "step1")
class Agent {
    @Step(next = "callLLM")
    void step1(@Mark Essay essay) {}

    @Step(next = "handleURLOnce")
    void callLLM(Essay essay) {}

    @Step(next = "$odd_name")
    void handleURLOnce(Essay essay) {}

    @Step(next = END)
    protected Essay $odd_name(Essay essay) throws Exception {
        return essay;
    }
}

final class Essay {
    public String text = "";
}

@Target({ElementType.PARAMETER, ElementType.TYPE_USE})
@interface Mark {}
