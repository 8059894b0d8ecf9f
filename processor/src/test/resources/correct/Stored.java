package correct;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

@StepGraph(start = "ask")
final class Stored {
    record Essay(Map<String, Object> facts, List<Object> notes, Number size, ZoneId zone, Optional<Essay> before) {}

    sealed interface Told permits Progress, Done {}

    record Progress(double part) implements Told {}

    record Done() implements Told {}

    @Interrupt(
            answer = {String.class, Integer.class},
            next = {"write", "replace", "giveUp"},
            expires = "1h")
    Map<String, Object> ask(Essay essay, StepContext<Told> context) {
        return essay.facts();
    }

    @Step(next = END, onFailure = "mend")
    void write(Essay essay, String text) {}

    @Step(next = END)
    void replace(Essay essay, Integer line) {}

    @Step(next = END)
    void giveUp(Essay essay, Expired expired) {}

    @Step(next = END)
    void mend(Essay essay, StepFailure<?> failure) {}
}
