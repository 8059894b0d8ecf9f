package example;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "step1")
final class Agent {
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

    @Step(next = "step1")
    void step20(Essay essay) {}
}

final class Essay {
    public String text = "";
}
