package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.GatedBy;
import io.stepgraph.PermissionMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.testkit.store.IdentityAgent.Identity;
import io.stepgraph.testkit.store.IdentityAgent.Papers;
import io.stepgraph.testkit.store.IdentityAgent.Person;
import io.stepgraph.testkit.store.IdentityAgent.Unverified;
import io.stepgraph.testkit.store.IdentityAgent.Verified;
import io.stepgraph.testkit.store.ReportAgentGraph.AttemptEnds;
import io.stepgraph.testkit.store.ReportAgentGraph.AttemptStarts;
import io.stepgraph.testkit.store.ReportAgentGraph.GatherResults;
import io.stepgraph.testkit.store.ReportAgentGraph.GatherStarts;
import io.stepgraph.testkit.store.ReportAgentGraph.PlanNext;
import io.stepgraph.testkit.store.ResearchAgent.Finding;
import io.stepgraph.testkit.store.ResearchAgent.Topic;
import io.stepgraph.testkit.store.ResearchAgent.Way;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls other agents in each way.
 *
 * @param first a component that is called
 * @param second another agent of the same class
 * @param identity an agent with a sealed result
 */
@StepGraph(start = "plan", name = "engine-report")
record ReportAgent(ResearchAgent first, ResearchAgent second, IdentityAgent identity) {

    ReportAgent(ResearchAgent research) {
        this(research, research, new IdentityAgent());
    }

    ReportAgent() {
        this(new ResearchAgent());
    }

    /** The state: how to call, and the behaviour of each called agent. */
    static final class Report {
        public How how = How.GATHER;
        public List<Way> ways = new ArrayList<>();
        public List<String> lines = new ArrayList<>();

        static Report of(How how, Way... ways) {
            Report report = new Report();
            report.how = how;
            report.ways.addAll(List.of(ways));
            return report;
        }

        private Topic topic(int number) {
            return Topic.of("topic " + number, ways.get(number - 1));
        }

        private List<Topic> topics() {
            List<Topic> topics = new ArrayList<>();
            for (int i = 1; i <= ways.size(); i++) {
                topics.add(topic(i));
            }
            return topics;
        }
    }

    /** The transitions of {@code plan}. */
    enum How {
        GATHER,
        TRY,
        EACH,
        TRY_EACH,
        HURRY,
        VERIFY,
        PLAN
    }

    @Step(next = {"gather", "attempt", "each", "tryEach", "hurry", "verify", "planned"})
    PlanNext plan(Report report) {
        report.lines.add("planned");
        return switch (report.how) {
            case GATHER -> PlanNext.gather();
            case TRY -> PlanNext.attempt();
            case EACH -> PlanNext.each();
            case TRY_EACH -> PlanNext.tryEach();
            case HURRY -> PlanNext.hurry();
            case VERIFY -> PlanNext.verify();
            case PLAN -> PlanNext.planned();
        };
    }

    @Call(
            agents = {"first", "second"},
            next = "write",
            onFailure = "apologise")
    GatherStarts gather(Report report) {
        return new GatherStarts(report.topic(1), report.topic(2));
    }

    @Step(next = END)
    void write(Report report, GatherResults results) {
        report.lines.add(results.first().text());
        report.lines.add(results.second().text());
    }

    @Step(next = END)
    void apologise(Report report, StepFailure<?> failure) {
        report.lines.add("sorry: " + failure.code());
    }

    @Call(
            agents = {"first", "second"},
            next = "sum")
    AttemptStarts attempt(Report report) {
        return new AttemptStarts(report.topic(1), report.topic(2));
    }

    @Step(next = END)
    void sum(Report report, AttemptEnds ends) {
        report.lines.add(line(ends.first()));
        report.lines.add(line(ends.second()));
    }

    @Call(agents = "first", next = "collect", maxElements = 300)
    List<Topic> each(Report report) {
        return report.topics();
    }

    @Step(next = END)
    void collect(Report report, List<Finding> findings) {
        findings.forEach(finding -> report.lines.add(finding.text()));
    }

    @Call(agents = "first", next = "collectEnds")
    List<Topic> tryEach(Report report) {
        return report.topics();
    }

    @Step(next = END)
    void collectEnds(Report report, List<Ended<Finding>> ends) {
        ends.forEach(end -> report.lines.add(line(end)));
    }

    @Call(agents = "first", next = "collectEnds", timeout = "30m")
    List<Topic> hurry(Report report) {
        return report.topics();
    }

    @Call(
            agents = "identity",
            next = {"pay", "refuse"},
            timeout = "72h")
    IdentityAgentGraph.Start verify(Report report) {
        return new IdentityAgentGraph.Start(Person.of("Ann"), new Papers("P-1"));
    }

    @Step(next = END)
    @GatedBy("verify")
    void pay(Report report, Verified verified) {
        report.lines.add("paid " + verified.name());
    }

    @Step(next = END)
    void refuse(Report report, Unverified unverified) {
        report.lines.add("refused: " + unverified.why());
    }

    @Call(agents = "identity", next = "keep", maxMode = PermissionMode.PLAN)
    IdentityAgentGraph.Start planned(Report report) {
        return new IdentityAgentGraph.Start(Person.of("Ann"), new Papers("P-1"));
    }

    @Step(next = END)
    void keep(Report report, Identity identity) {
        report.lines.add("kept " + identity);
    }

    private static String line(Ended<Finding> end) {
        if (end instanceof Ended.Completed<Finding> completed) {
            return completed.result().text();
        }
        if (end instanceof Ended.Failed<Finding> failed) {
            return failed.run() + " failed: " + failed.failure().code();
        }
        return end.run() + " was cancelled by " + ((Ended.Cancelled<Finding>) end).by();
    }
}
