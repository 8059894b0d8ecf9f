package letters;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import lombok.Data;
import lombok.Value;

/** Lombok writes the constructors, accessors and modifiers of all that it stores. */
@StepGraph(start = "approve")
public final class Letters {

    @Data
    public static class Letter {
        private String text = "";
    }

    @Value
    public static class Question {
        String text;
        int words;
    }

    public sealed interface Decision permits Approved, Rejected {}

    @Value
    public static class Approved implements Decision {
        String by;
    }

    @Value
    public static class Rejected implements Decision {
        String why;
    }

    @Value
    public static class Sent {
        String signature;
    }

    @Interrupt(
            answer = Decision.class,
            next = {"send", "drop"})
    Question approve(Letter letter) {
        return new Question(letter.getText(), letter.getText().split(" ").length);
    }

    @Step(next = END)
    @GatedBy("approve")
    Sent send(Letter letter, Approved approved) {
        return new Sent(letter.getText() + " " + approved.getBy());
    }

    @Step(next = END)
    Sent drop(Letter letter, Rejected rejected) {
        return new Sent(rejected.getWhy());
    }

    /** Rests and is restored at the question, and after the end. */
    public static String drive() {
        LettersGraph graph = LettersGraph.of(new Letters());
        LettersGraph.Machine machine = graph.machine();
        Letter letter = new Letter();
        letter.setText("Dear Bob");
        machine.start(letter);
        LettersGraph.Machine restored = graph.machine(machine.snapshot());
        String asked = restored.outcome() instanceof LettersGraph.Outcome.Approve ask ? ask.question().toString() : "";
        restored.answerApprove(new Approved("Ada"));
        LettersGraph.Machine ended = graph.machine(restored.snapshot());
        return asked + " " + (ended.outcome() instanceof LettersGraph.Outcome.Completed end ? end.result() : "");
    }
}
