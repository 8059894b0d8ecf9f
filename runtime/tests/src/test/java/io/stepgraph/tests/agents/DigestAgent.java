package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.tests.agents.DigestAgentGraph.SendNext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Collects changes, and sends one mail when there was none for a minute. It ends after a year of silence. */
@StepGraph(start = "collect", name = "digest")
record DigestAgent(Mail mail) {
    interface Mail {
        String send(String key, String text);
    }

    record Changed(String text) {}

    static final class Changes {
        public List<String> texts = new ArrayList<>();
    }

    @Interrupt(
            answer = Changed.class,
            mailbox = true,
            next = {"add", "send"},
            expiresBy = "silence")
    void collect(Changes changes) {}

    Duration silence(Changes changes) {
        return changes.texts.isEmpty() ? Duration.ofDays(365) : Duration.ofMinutes(1);
    }

    @Step(next = "collect") // where the time begins again
    void add(Changes changes, Changed changed) {
        changes.texts.add(changed.text());
    }

    @Step(next = {"collect", END})
    SendNext send(Changes changes, Expired expired, StepContext<?> context) {
        if (changes.texts.isEmpty()) {
            return SendNext.end();
        }
        context.once("mail", String.join("\n", changes.texts), String.class)
                .retryWithSameKey()
                .call(mail::send);
        changes.texts.clear();
        return SendNext.collect();
    }
}
