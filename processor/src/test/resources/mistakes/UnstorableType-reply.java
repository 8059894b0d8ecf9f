package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "serve")
final class Agent {
    @Interrupt(answer = Ask.class, mailbox = true, next = "tell")
    void serve(Essay essay) {}

    @Step(next = END)
    void tell(Essay essay, Ask ask, StepContext<?> context) {
        context.reply(ask, essay.text);
    }
}

final class Essay {
    public String text = "";
}

record Ask() implements AsksFor<Object> {}
