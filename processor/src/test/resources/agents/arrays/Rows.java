package arrays;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** All that it stores is an array of something generic. */
@StepGraph(start = "count")
public final class Rows {

    public record Go() {}

    @Step(next = "ask")
    public Map<String, Integer>[] count(List<String>[] rows) {
        return array(Map.of("rows", rows.length));
    }

    @Interrupt(answer = Go.class, next = "sum")
    public List<Integer>[][] ask(List<String>[] rows, Map<String, Integer>[] counts) {
        return array(array(List.of(counts[0].get("rows"))), array(List.of(1, 2)));
    }

    @Step(next = END)
    public List<? extends Number>[] sum(List<String>[] rows, Go go) {
        return array(List.of(rows[0].size() + rows[1].size()));
    }

    /** Rests and is restored at the question, and after the end. */
    public static String drive() {
        RowsGraph graph = RowsGraph.of(new Rows());
        RowsGraph.Machine machine = graph.machine();
        machine.start(array(List.of("a"), List.of("b", "c")));
        RowsGraph.Machine restored = graph.machine(machine.snapshot());
        String asked = restored.outcome() instanceof RowsGraph.Outcome.Ask ask ? Arrays.deepToString(ask.question()) : "";
        restored.answerAsk(new Go());
        RowsGraph.Machine ended = graph.machine(restored.snapshot());
        return asked + (ended.outcome() instanceof RowsGraph.Outcome.Completed end ? Arrays.toString(end.result()) : "");
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static <T> T[] array(T... elements) {
        return elements;
    }
}
