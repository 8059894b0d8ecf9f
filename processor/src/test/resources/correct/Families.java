package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Call;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.PermissionMode;
import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import java.util.List;

/** Calls agents by a component, a field and a method, and proves what only their results may lead to. */
@StepGraph(start = "verify")
record Agent(Families.Identity identity, Researcher researcher, List<Researcher> others) {

    /** The earlier name of a component, which stands in stored runs. */
    Researcher scout() {
        return researcher;
    }

    Researcher other() {
        return others.get(0);
    }

    @Call(agents = "identity", next = {"pay", "refuse"}, maxMode = PermissionMode.ACCEPT_EDITS, onFailure = "broken")
    Person verify(Case refund) {
        return new Named(refund.customer);
    }

    @Step(next = "scan")
    @GatedBy("verify")
    void pay(Case refund, Verified verified) {}

    @Step(next = END)
    void refuse(Case refund, Unverified no) {}

    @Step(next = END)
    void broken(Case refund, StepFailure<?> failure) {}

    /** A result that is sealed may also lead to one step as a whole. */
    @Call(agents = "identity", next = "gather", timeout = "1h")
    @GatedBy(value = "verify", answer = Verified.class)
    Person scan(Case refund, StepContext<?> context) {
        return new Person(refund.customer);
    }

    @Call(agents = {"scout", "other"}, next = "sum", onFailure = "ask")
    GatherStarts gather(Case refund, Proof proof) {
        ResearcherGraph.Start start = new ResearcherGraph.Start(new Topic(refund.customer), new Limit(3));
        return new GatherStarts(start, start);
    }

    @Step(next = "each")
    @GatedBy("gather")
    @MaxVisits(times = 2, then = "sumUp")
    void sum(Case refund, GatherResults results) {
        refund.customer += results.scout().text();
    }

    @Step(next = "each")
    void sumUp(Case refund, GatherResults results) {}

    @Interrupt(answer = Topic.class, next = "retry")
    @AnsweredBy(starter = true)
    String ask(Case refund, StepFailure<Proof> failure) {
        return failure.message();
    }

    @Step(next = "each")
    void retry(Case refund, Topic topic) {}

    @Call(agents = "researcher", next = "look", maxElements = 3, formerly = "all")
    List<ResearcherGraph.Start> each(Case refund) {
        return List.of();
    }

    @Call(agents = "researcher", next = "close")
    ResearcherGraph.Start look(Case refund, List<Ended<Findings>> ends) {
        return new ResearcherGraph.Start(new Topic(""), new Limit(ends.size()));
    }

    @Call(agents = {"researcher", "identity"}, next = "finish")
    CloseStarts close(Case refund, Ended<Findings> end) {
        return new CloseStarts(new ResearcherGraph.Start(new Topic(end.run()), new Limit(1)), new Person(""));
    }

    @Step(next = "nothing")
    void finish(Case refund, CloseEnds ends) {
        refund.customer = ends.researcher().run() + ends.identity().run();
    }

    @Call(agents = "identity", next = "done")
    List<Person> nothing(Case refund) {
        return List.of();
    }

    @Step(next = END)
    @GatedBy("nothing")
    void done(Case refund) {}
}

final class Case {
    public String customer = "";
}

final class Families {
    private Families() {}

    @StepGraph(start = "look")
    static final class Identity {
        @Step(next = END)
        @RequiresMode(PermissionMode.ACCEPT_EDITS)
        Proof look(Person person) {
            return person.name.isEmpty() ? new Unverified() : new Verified();
        }
    }
}

class Person {
    public String name = "";

    Person() {}

    Person(String name) {
        this.name = name;
    }
}

final class Named extends Person {
    Named() {}

    Named(String name) {
        super(name);
    }
}

sealed interface Proof {}

record Verified() implements Proof {}

record Unverified() implements Proof {}

@StepGraph(start = "search")
final class Researcher {
    @Step(next = END)
    Findings search(Topic topic, Limit limit) {
        return new Findings(topic.text() + limit.pages());
    }
}

record Topic(String text) {}

record Limit(int pages) {}

record Findings(String text) {}
