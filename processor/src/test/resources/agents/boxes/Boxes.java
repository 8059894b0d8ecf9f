package boxes;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** Primitives where their boxes are answered or returned, and the other way round. */
@StepGraph(start = "count")
public final class Boxes {

    public record Text(String words) {}

    @Step(next = "approve")
    public int count(Text text) {
        return text.words().split(" ").length;
    }

    @Interrupt(
            answer = {boolean.class, Integer.class},
            next = {"decide", "limit"})
    public String approve(Text text, Integer words) {
        return words + " words. Enough?";
    }

    @Step(next = END)
    public int decide(Text text, boolean enough) {
        return enough ? 1 : 0;
    }

    @Step(next = END)
    public Integer limit(Text text, int most) {
        return most;
    }

    /** Rests and is restored at the question. */
    public static String drive() {
        return drive(true) + ", " + drive(7);
    }

    private static String drive(Object answer) {
        BoxesGraph graph = BoxesGraph.of(new Boxes());
        BoxesGraph.Machine machine = graph.machine();
        machine.start(new Text("two words"));
        BoxesGraph.Machine restored = graph.machine(machine.snapshot());
        String asked = restored.outcome() instanceof BoxesGraph.Outcome.Approve ask ? ask.question() : "";
        BoxesGraph.Outcome outcome = answer instanceof Boolean enough
                ? restored.answerApprove(enough)
                : restored.answerApprove((Integer) answer);
        return asked + " " + (outcome instanceof BoxesGraph.Outcome.Completed end ? end.result() : outcome);
    }
}
