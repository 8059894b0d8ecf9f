package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "ask0")
final class Agent {
    @Interrupt(answer = Answer.class, next = "ask1")
    String ask0(Essay essay) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask2")
    String ask1(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask3")
    String ask2(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask4")
    String ask3(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask5")
    String ask4(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask6")
    String ask5(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask7")
    String ask6(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask8")
    String ask7(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask9")
    String ask8(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask10")
    String ask9(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask11")
    String ask10(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask12")
    String ask11(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask13")
    String ask12(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask14")
    String ask13(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask15")
    String ask14(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask16")
    String ask15(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask17")
    String ask16(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask18")
    String ask17(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask19")
    String ask18(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask20")
    String ask19(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask21")
    String ask20(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask22")
    String ask21(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask23")
    String ask22(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask24")
    String ask23(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask25")
    String ask24(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask26")
    String ask25(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask27")
    String ask26(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask28")
    String ask27(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "ask29")
    String ask28(Essay essay, Answer answer) {
        return "Well?";
    }

    @Interrupt(answer = Answer.class, next = "keep")
    String ask29(Essay essay, Answer answer) {
        return "Well?";
    }

    @Step(next = END)
    void keep(Essay essay, Answer answer) {}
}

final class Essay {
    public String text = "";
}

sealed interface Answer {}

record Answer0() implements Answer {}

record Answer1() implements Answer {}

record Answer2() implements Answer {}

record Answer3() implements Answer {}

record Answer4() implements Answer {}

record Answer5() implements Answer {}

record Answer6() implements Answer {}

record Answer7() implements Answer {}

record Answer8() implements Answer {}

record Answer9() implements Answer {}

record Answer10() implements Answer {}

record Answer11() implements Answer {}

record Answer12() implements Answer {}

record Answer13() implements Answer {}

record Answer14() implements Answer {}

record Answer15() implements Answer {}

record Answer16() implements Answer {}

record Answer17() implements Answer {}

record Answer18() implements Answer {}

record Answer19() implements Answer {}

record Answer20() implements Answer {}

record Answer21() implements Answer {}

record Answer22() implements Answer {}

record Answer23() implements Answer {}

record Answer24() implements Answer {}

record Answer25() implements Answer {}

record Answer26() implements Answer {}

record Answer27() implements Answer {}

record Answer28() implements Answer {}

record Answer29() implements Answer {}

record Answer30() implements Answer {}

record Answer31() implements Answer {}

record Answer32() implements Answer {}

record Answer33() implements Answer {}

record Answer34() implements Answer {}

record Answer35() implements Answer {}

record Answer36() implements Answer {}

record Answer37() implements Answer {}

record Answer38() implements Answer {}

record Answer39() implements Answer {}

record Answer40() implements Answer {}

record Answer41() implements Answer {}

record Answer42() implements Answer {}

record Answer43() implements Answer {}

record Answer44() implements Answer {}

record Answer45() implements Answer {}

record Answer46() implements Answer {}

record Answer47() implements Answer {}

record Answer48() implements Answer {}

record Answer49() implements Answer {}
