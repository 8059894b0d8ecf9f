package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import java.util.ArrayList;
import java.util.List;

@StepGraph(start = "send")
final class Agent {
    @Step(next = END, effects = "mail")
    void send(Letters letters, StepContext<?> context) throws InterruptedException {
        letters.receipts = context.together(letters.addresses, address -> context.once("mail", address, String.class)
                .retryWithSameKey()
                .call((key, to) -> "sent to " + to));
    }
}

final class Letters {
    public List<String> addresses = new ArrayList<>();
    public List<String> receipts = new ArrayList<>();
}
