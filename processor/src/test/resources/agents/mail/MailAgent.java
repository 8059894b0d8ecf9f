package mail;

import static io.stepgraph.StepGraph.END;
import static mail.MailAgentGraph.*;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import java.time.Duration;
import java.util.List;

@StepGraph(start = "serve", roles = "operator")
public final class MailAgent {

    public static final class Cluster {
        public int tasks;
        public Duration patience = Duration.ofHours(1);
    }

    public sealed interface Job permits Assign, Drain {}

    public record Assign(String task) implements Job, AsksFor<Nodes> {}

    public record Drain() implements Job {}

    public record Nodes(List<String> names) {}

    public record ListAll() implements AsksFor<List<Nodes>> {}

    @Interrupt(
            answer = Job.class,
            mailbox = true,
            next = {"assign", "drain", "check"},
            expires = "10s",
            formerly = "work")
    void serve(Cluster cluster) {}

    @Step(next = "serve")
    void assign(Cluster cluster, Assign job, StepContext<?> context) {
        context.reply(job, new Nodes(List.of(job.task())));
    }

    @Step(next = "serve")
    void check(Cluster cluster, Expired expired) {}

    @Step(next = "rest")
    void drain(Cluster cluster, Drain drain) {}

    @Interrupt(
            answer = {Boolean.class, ListAll.class},
            mailbox = true,
            next = {"wake", "list", "close"},
            expiresBy = "patience")
    @AnsweredBy(role = "operator")
    void rest(Cluster cluster) {}

    Duration patience(Cluster cluster) {
        return cluster.patience;
    }

    @Step(next = "serve")
    void wake(Cluster cluster, boolean now) {}

    @Step(next = "rest")
    void list(Cluster cluster, ListAll list, StepContext<?> context) {
        context.reply(list, List.of());
    }

    @Step(next = END)
    void close(Cluster cluster, Expired expired) {}

    static Nodes use(Runs runs) {
        runs.tellServe("cluster-1", "u8", new Drain());
        List<Nodes> listed = runs.askRest("cluster-1", "u9", new ListAll());
        return listed.isEmpty() ? runs.askServe("cluster-1", "u7", new Assign("job-7")) : listed.get(0);
    }

    static Outcome use(Machine machine) {
        return machine.start(new Cluster()) instanceof Outcome.Serve serve && serve.until() != null
                ? machine.tellServe(new Drain())
                : machine.tellRest(true);
    }
}
