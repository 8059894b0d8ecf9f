package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;
import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.tests.agents.ScanAgentGraph.GiveUpNext;

/** Orders a scan of a file from another system, which calls back with the id of the run. */
@StepGraph(start = "order", name = "scan")
record ScanAgent(Scanner scanner) {
    interface Scanner {
        String order(String key, Order order);
    }

    record Order(String file, String run) {}

    record Found(int viruses) {}

    static final class Upload {
        public String file = "report.pdf";
        public int viruses = -1;
    }

    @Step(next = "result")
    void order(Upload upload, StepContext<?> context) {
        context.once("scan", new Order(upload.file, context.runId()), String.class)
                .retryWithSameKey()
                .call(scanner::order);
    }

    @Interrupt(
            answer = Found.class,
            mailbox = true,
            next = {"keep", "giveUp"},
            expires = "1h")
    void result(Upload upload) {}

    @Step(next = END)
    void keep(Upload upload, Found found) {
        upload.viruses = found.viruses();
    }

    @Step(next = FAIL)
    GiveUpNext giveUp(Upload upload, Expired expired) {
        return GiveUpNext.fail("The scanner has not called back within an hour.");
    }
}
