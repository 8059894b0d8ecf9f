package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.PermissionMode;
import io.stepgraph.RequiresMode;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import java.time.Instant;
import java.util.List;

@StepGraph(start = "approve", roles = "editor")
final class Agent {
    @Interrupt(answer = {Approved.class, Rejected.class}, next = {"serve", "refuse"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Interrupt(answer = Begin.class, mailbox = true, next = {"begin", "late"}, expiresBy = "deadline")
    @GatedBy("approve")
    @AnsweredBy(role = "editor")
    @RequiresMode(PermissionMode.DEFAULT)
    void serve(Essay essay, Approved approved) {}

    Instant deadline(Essay essay, Approved approved) {
        return approved.until();
    }

    @Step(next = "r")
    void begin(Essay essay, Begin begin) {}

    /** Bounded by the time that it waits. */
    @Interrupt(answer = {Job.class, Integer.class}, mailbox = true, next = {"write", "jobs", "add", "look"}, expires = "1s")
    @Retry(attempts = 2)
    void r(Essay essay, StepContext<?> context) {}

    @Step(next = "r")
    void look(Essay essay, Expired expired) {}

    @Step(next = "r")
    void add(Essay essay, int number) {}

    @Step(next = "finish")
    void write(Essay essay, Write write) {}

    @Step(next = "r")
    void finish(Essay essay, StepContext<?> context) {
        context.reply(new Write(""), List.of(essay.text));
    }

    @Step(next = END)
    void jobs(Essay essay, Job job, StepContext<?> context) {
        if (job instanceof Count count) {
            context.reply(count, 1);
        }
    }

    @Step(next = END)
    void refuse(Essay essay, Rejected rejected) {}

    @Step(next = END)
    void late(Essay essay, Expired expired) {}

    static List<String> talk(Runs runs, Machine machine) {
        runs.tellServe("essay-1", "begin", new Begin());
        runs.tellR("essay-1", "one", 1);
        machine.tellR(new Stop());
        Integer count = runs.askR("essay-1", "count", new Count());
        return runs.askR("essay-1", "write-" + count, new Write(""));
    }

    static String said(Outcome outcome) {
        return outcome instanceof Outcome.R r ? r.kind() + r.until() : outcome.kind();
    }
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

record Approved(Instant until) {}

record Rejected() {}

record Begin() {}

sealed interface Job permits Write, Count, Stop {}

record Write(String text) implements Job, AsksFor<List<String>> {}

interface Counting<T, R> extends AsksFor<R> {}

record Count() implements Job, Counting<String, Integer> {}

record Stop() implements Job {}
