package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"approve", "step1"})
    DraftNext draft(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Step(next = "step2")
    void step1(Essay essay) {}

    @Step(next = "step3")
    void step2(Essay essay) {}

    @Step(next = "step4")
    void step3(Essay essay) {}

    @Step(next = "step5")
    void step4(Essay essay) {}

    @Step(next = "step6")
    void step5(Essay essay) {}

    @Step(next = "step7")
    void step6(Essay essay) {}

    @Step(next = "step8")
    void step7(Essay essay) {}

    @Step(next = "step9")
    void step8(Essay essay) {}

    @Step(next = "step10")
    void step9(Essay essay) {}

    @Step(next = "step11")
    void step10(Essay essay) {}

    @Step(next = "step12")
    void step11(Essay essay) {}

    @Step(next = "step13")
    void step12(Essay essay) {}

    @Step(next = "step14")
    void step13(Essay essay) {}

    @Step(next = "step15")
    void step14(Essay essay) {}

    @Step(next = "step16")
    void step15(Essay essay) {}

    @Step(next = "step17")
    void step16(Essay essay) {}

    @Step(next = "step18")
    void step17(Essay essay) {}

    @Step(next = "step19")
    void step18(Essay essay) {}

    @Step(next = "step20")
    void step19(Essay essay) {}

    @Step(next = "pay")
    void step20(Essay essay) {}

    @Interrupt(answer = Decision.class, next = {"accept", "keep"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    void keep(Essay essay, Rejected rejected) {}

    @Step(next = "pay")
    void accept(Essay essay, Approved approved) {}

    @Step(next = END)
    @GatedBy(value = "approve", answer = Approved.class)
    void pay(Essay essay) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}
