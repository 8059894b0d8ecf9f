package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepFailure;
import java.io.IOException;

@StepGraph(start = "draft")
@SuppressWarnings("stepgraph:UnboundedLoop")
final class Agent {
    @Step(next = "send", onFailure = "recover", timeout = "PT1M30S")
    void draft(Essay essay) throws IOException {}

    @Step(next = END, onFailure = "giveUp")
    @Retry(attempts = 5, backoff = "1s", factor = 1, maxBackoff = "1s", jitter = 0, on = IOException.class)
    String send(Essay essay) {
        return essay.text;
    }

    @Step(next = "send")
    void recover(Essay essay, StepFailure<?> failure) {}

    @Step(next = {"recover", END})
    GiveUpNext giveUp(Essay essay, StepFailure<?> failure) {
        throw new UnsupportedOperationException();
    }
}

final class Essay {
    public String text = "";
}
