package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "serve")
final class Agent {
    @Interrupt(answer = {Ask.class, Close.class}, mailbox = true, next = {"tell", "close"})
    void serve(Essay essay) {}

    @Step(next = "serve")
    void tell(Essay essay, Ask ask, StepContext<?> context) {
        context.reply(ask, essay.text);
    }

    @Step(next = END)
    void close(Essay essay, Close close) {}
}

final class Essay {
    public String text = "";
}

record Ask() implements AsksFor<String> {}

record Close() {}
