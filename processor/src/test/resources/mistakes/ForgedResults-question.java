package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepFailure;

@StepGraph(start = "gather")
record Agent(Researcher researcher, Checker checker) {
    @Call(agents = {"researcher", "checker"}, next = "write", onFailure = "ask")
    GatherStarts gather(Report report) {
        return new GatherStarts(new Topic(report.title), new Claim(report.title));
    }

    @Interrupt(answer = Topic.class, next = {"take", "write"})
    String ask(Report report, StepFailure<?> failure) {
        return failure.message();
    }

    @Step(next = END)
    void take(Report report, Topic topic) {}

    @Step(next = END)
    void write(Report report, GatherResults results) {
        report.text = results.researcher().text() + results.checker().text();
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

@StepGraph(start = "check")
final class Checker {
    @Step(next = END)
    Verdict check(Claim claim) {
        return new Verdict(claim.text());
    }
}

record Claim(String text) {}

record Verdict(String text) {}
