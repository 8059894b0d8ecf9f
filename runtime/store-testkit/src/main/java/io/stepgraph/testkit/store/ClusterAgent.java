package io.stepgraph.testkit.store;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.testkit.store.ClusterAgentGraph.IdleNext;
import io.stepgraph.testkit.store.ClusterAgentGraph.PlanNext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Does what it is told, one message after the other. */
@StepGraph(start = "plan", name = "engine-cluster", roles = "lead")
class ClusterAgent {

    /** The state: what the steps write down, where the run begins, and for how long it listens. */
    static final class Cluster {
        public List<String> lines = new ArrayList<>();
        public boolean confirms;
        public Duration patience = Duration.ofHours(1);
        public int rounds;

        static Cluster of(Duration patience, int rounds) {
            Cluster cluster = new Cluster();
            cluster.patience = patience;
            cluster.rounds = rounds;
            return cluster;
        }

        static Cluster confirming() {
            Cluster cluster = new Cluster();
            cluster.confirms = true;
            return cluster;
        }
    }

    /** A message. */
    sealed interface Job {}

    record Note(String text) implements Job {}

    record Assign(String task) implements Job, AsksFor<Nodes> {}

    /** Its reply comes one step later. */
    record Settle(String task) implements Job, AsksFor<Nodes> {}

    /** Gets no reply. */
    record Ignore() implements Job, AsksFor<Nodes> {}

    record Twice() implements Job, AsksFor<Nodes> {}

    record Break() implements Job, AsksFor<Nodes> {}

    record Confirm() implements Job {}

    record Drain() implements Job, AsksFor<String> {}

    /** A reply. */
    record Nodes(List<String> names) {
        Nodes {
            names = List.copyOf(names);
        }
    }

    /** A message of the other mailbox. */
    record Sign(String name) {}

    /** What happens outside of the run while a step works. */
    void work(String what) {}

    @Step(next = {"serve", "confirm"})
    PlanNext plan(Cluster cluster) {
        work("plan");
        cluster.lines.add("planned");
        return cluster.confirms ? PlanNext.confirm() : PlanNext.serve();
    }

    @Interrupt(
            answer = Job.class,
            mailbox = true,
            next = {"note", "assign", "settle", "ignore", "twice", "repair", "toConfirm", "drain", "idle"},
            expiresBy = "patience")
    void serve(Cluster cluster) {}

    Duration patience(Cluster cluster) {
        return cluster.patience;
    }

    @Step(next = "serve")
    @MaxVisits(times = 2, then = "serve")
    void note(Cluster cluster, Note note) {
        work(note.text());
        cluster.lines.add(note.text());
    }

    @Step(next = "serve")
    void assign(Cluster cluster, Assign job, StepContext<?> context) {
        work(job.task());
        cluster.lines.add(job.task());
        context.reply(job, new Nodes(cluster.lines));
    }

    @Step(next = "place")
    String settle(Cluster cluster, Settle job) {
        cluster.lines.add("settles");
        return job.task();
    }

    @Step(next = "serve")
    void place(Cluster cluster, String task, StepContext<?> context) {
        cluster.lines.add(task);
        context.reply(new Settle(task), new Nodes(List.of(task)));
    }

    @Step(next = "serve")
    void ignore(Cluster cluster, Ignore job, StepContext<?> context) {
        cluster.lines.add("ignores");
    }

    @Step(next = "serve")
    void twice(Cluster cluster, Twice job, StepContext<?> context) {
        context.reply(job, new Nodes(List.of("one")));
        context.reply(job, new Nodes(List.of("two")));
    }

    @Step(next = "serve")
    void repair(Cluster cluster, Break job, StepContext<?> context) {
        work("fail");
        context.reply(job, new Nodes(List.of("repaired")));
    }

    @Step(next = "confirm")
    void toConfirm(Cluster cluster, Confirm job) {
        cluster.lines.add("confirms");
    }

    @Interrupt(answer = Sign.class, mailbox = true, next = "signed")
    @AnsweredBy(role = "lead")
    void confirm(Cluster cluster) {}

    @Step(next = "serve")
    void signed(Cluster cluster, Sign sign) {
        cluster.lines.add("signed by " + sign.name());
    }

    @Step(next = END)
    void drain(Cluster cluster, Drain job, StepContext<?> context) {
        context.reply(job, "drained after " + cluster.lines.size());
    }

    @Step(next = {"serve", END})
    IdleNext idle(Cluster cluster, Expired expired) {
        cluster.lines.add("idle");
        return --cluster.rounds > 0 ? IdleNext.serve() : IdleNext.end();
    }
}
