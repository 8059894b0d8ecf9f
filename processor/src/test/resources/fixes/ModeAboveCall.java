package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.PermissionMode;
import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "gather")
record Agent(Researcher researcher) {
    @Call(agents = "researcher", next = "write", maxMode = PermissionMode.ACCEPT_EDITS)
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
    @RequiresMode(PermissionMode.ACCEPT_EDITS)
    Findings search(Topic topic) {
        return new Findings(topic.text());
    }
}

record Topic(String text) {}

record Findings(String text) {}
