package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import java.util.ArrayList;
import java.util.List;

@StepGraph(start = "serve")
public final class Clusters {
    public static final class Cluster {
        public List<String> tasks = new ArrayList<>();

        Nodes place(String task) { tasks.add(task); return new Nodes(tasks.size()); }
    }

    public record Nodes(int used) {}

    public sealed interface Job permits Assign, Drain {}
    public record Assign(String task) implements Job, AsksFor<Nodes> {}
    public record Drain() implements Job {}

    @Interrupt(answer = Job.class, mailbox = true, next = {"assign", "drain", "check"}, expires = "10s")
    void serve(Cluster cluster) {}

    @Step(next = "serve")
    void assign(Cluster cluster, Assign job, StepContext<?> context) {
        context.reply(job, cluster.place(job.task()));
    }

    @Step(next = END)
    void drain(Cluster cluster, Drain drain) {}

    @Step(next = "serve")
    void check(Cluster cluster, Expired expired) { cluster.tasks.remove("old"); }
}
