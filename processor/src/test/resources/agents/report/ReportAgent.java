package report;

import static io.stepgraph.StepGraph.END;
import static report.ReportAgentGraph.*;

import io.stepgraph.Call;
import io.stepgraph.GatedBy;
import io.stepgraph.PermissionMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.StepFailure;
import java.util.ArrayList;
import java.util.List;

/** Calls agents in all three ways. */
@StepGraph(start = "verify", name = "report")
public record ReportAgent(Identity identity, Researcher researcher, FactChecker checker, Summariser summariser) {

    /** The state. */
    public static final class Report {
        public String title = "";
        public String text = "";
        public List<String> documents = new ArrayList<>();
    }

    @Call(agents = "identity", next = {"gather", "refuse"}, maxMode = PermissionMode.PLAN)
    Identity.Person verify(Report report) {
        return new Identity.Person(report.title);
    }

    @Call(agents = {"researcher", "checker"}, next = "write", timeout = "30m", onFailure = "apologise")
    @GatedBy("verify")
    GatherStarts gather(Report report, Identity.Verified verified) {
        return new GatherStarts(new Topic(report.title), new FactChecker.Claim(report.title));
    }

    @Step(next = "summarise")
    void write(Report report, GatherResults results) {
        report.text = results.researcher() + ": " + results.checker().text();
    }

    @Call(agents = "summariser", next = "collect", maxElements = 500)
    List<SummariserGraph.Start> summarise(Report report) {
        return report.documents.stream()
                .map(text -> new SummariserGraph.Start(new Summariser.Work(text), 100))
                .toList();
    }

    @Step(next = END)
    void collect(Report report, List<Ended<List<String>>> ends) {
        for (Ended<List<String>> end : ends) {
            if (end instanceof Ended.Completed<List<String>> completed) {
                report.text += completed.result();
            }
        }
    }

    @Step(next = END)
    void refuse(Report report, Identity.Unverified no) {}

    @Step(next = END)
    void apologise(Report report, StepFailure<?> failure) {}
}
