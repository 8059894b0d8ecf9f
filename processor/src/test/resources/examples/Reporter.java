package example;

import static example.ReporterGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.GatedBy;
import io.stepgraph.PermissionMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.StepFailure;
import java.util.List;

@StepGraph(start = "verify")
public record Reporter(Identity identity, Summariser summariser, Researcher researcher, Checker checker) {
    public static final class Report { public String title, author, text; public List<Doc> docs = List.of(); }

    public record Topic(String text) {}
    public record Claim(String text) {}
    public record Doc(String text) {}
    public record Person(String name) {}
    public record Summary(String text) {}
    public record Findings(String text) {}
    public sealed interface Proof permits Verified, Unverified {}
    public record Verified() implements Proof {}
    public record Unverified() implements Proof {}

    @Call(agents = "identity", next = {"accept", "refuse"}, formerly = "identify") // its name in version 1
    Person verify(Report report) { return new Person(report.author); }

    @Step(next = "summarise")
    @GatedBy("verify")
    void accept(Report report, Verified verified) {}

    @Step(next = END)
    void refuse(Report report, Unverified no) {}

    @Call(agents = "summariser", next = "collect", maxElements = 500, maxMode = PermissionMode.PLAN)
    List<Doc> summarise(Report report) { return report.docs; }

    @Step(next = "gather")
    void collect(Report report, List<Ended<Summary>> ends) { report.text = ends.size() + " documents"; }

    @Call(agents = {"researcher", "checker"}, next = "write", timeout = "30m", onFailure = "apologise")
    GatherStarts gather(Report report) {
        return new GatherStarts(new Topic(report.title), new Claim(report.title));
    }

    @Step(next = END)
    void write(Report report, GatherResults results) { report.text += results.researcher().text(); }

    @Step(next = END)
    void apologise(Report report, StepFailure<?> failure) { report.text = failure.message(); }

    @StepGraph(start = "look")
    public static final class Identity {
        @Step(next = END)
        Proof look(Person person) { return person.name().isEmpty() ? new Unverified() : new Verified(); }
    }

    @StepGraph(start = "read")
    public static final class Summariser {
        @Step(next = END)
        Summary read(Doc doc) { return new Summary(doc.text()); }
    }

    @StepGraph(start = "search")
    public static final class Researcher {
        @Step(next = END)
        Findings search(Topic topic) { return new Findings(topic.text()); }
    }

    @StepGraph(start = "check")
    public static final class Checker {
        @Step(next = END)
        Findings check(Claim claim) { return new Findings(claim.text()); }
    }
}
