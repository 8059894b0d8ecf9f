package io.stepgraph.crash;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.testkit.store.CrashPoints;
import java.util.ArrayList;
import java.util.List;

/** An agent that writes down what it is told. */
@StepGraph(start = "serve", name = "inbox")
final class Inbox {
    private final CrashPoints points;

    Inbox(CrashPoints points) {
        this.points = points;
    }

    static final class Notes {
        public List<String> lines = new ArrayList<>();
    }

    sealed interface Job {}

    record Add(String text) implements Job, AsksFor<Count> {}

    record Close() implements Job {}

    record Count(int lines) {}

    @Interrupt(
            answer = Job.class,
            mailbox = true,
            next = {"add", "close"})
    void serve(Notes notes) {}

    @Step(next = "serve")
    void add(Notes notes, Add add, StepContext<?> context) {
        points.reach("inside-add");
        notes.lines.add(add.text());
        context.reply(add, new Count(notes.lines.size()));
    }

    @Step(next = END)
    void close(Notes notes, Close close) {
        points.reach("inside-close");
    }
}
