package deep.er;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.List;
import java.util.Map;

public class Outer {
    protected Outer() {}

    public interface Middle {
        final class Inner {
            private Inner() {}

            @StepGraph(start = "ask")
            public static final class Agent {
                public Agent() {}

                public record State<T>(Map<String, List<T>[]> values) {}

                public record Answer() {}

                @Interrupt(answer = Answer.class, next = "again")
                public Map<String, ? super Integer> ask(State<String[]> state) {
                    return Map.of();
                }

                @Step(next = {"ask", END})
                public Outer_Middle_Inner_AgentGraph.AgainNext again(State<String[]> state, Answer answer) {
                    return Outer_Middle_Inner_AgentGraph.AgainNext.ask();
                }
            }
        }
    }
}
