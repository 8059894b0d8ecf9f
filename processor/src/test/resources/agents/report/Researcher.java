package report;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** Asks a person for a source. */
@StepGraph(start = "ask")
public final class Researcher {

    public record Source(String url) {}

    @Interrupt(answer = Source.class, next = "read")
    String ask(Topic topic) {
        return "Where?";
    }

    @Step(next = END)
    String read(Topic topic, Source source) {
        return topic.title() + " by " + source.url();
    }
}
