package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "gather")
record Agent(Researcher researcher) {
    @Call(agents = "resarcher", next = "write")
    Topic gather(Report report) {
        return new Topic(report.title);
    }

    @Step(next = END)
    void write(Report report, Findings findings) {
        report.text = findings.text();
    }
}

final class Report {
    public String title = "";
    public String text = "";
}

@StepGraph(start = "search")
final class Researcher {
    @Step(next = END)
    Findings search(Topic topic) {
        return new Findings(topic.text());
    }
}

record Topic(String text) {}

record Findings(String text) {}
