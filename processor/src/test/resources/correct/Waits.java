package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.PermissionMode;
import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import java.time.Duration;
import java.time.Instant;

@StepGraph(start = "instant")
final class Agent {
    @Wait(next = "approve", length = "PT1H30M", formerly = "begin")
    void instant(Essay essay) {}

    @Interrupt(answer = {Approved.class, Snooze.class}, next = {"duration", "r", "late"}, expiresBy = "deadline")
    @AnsweredBy(notStarter = true)
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    Instant deadline(Object essay) {
        return Instant.EPOCH;
    }

    @Wait(next = "approve")
    Duration r(Essay essay, Snooze snooze, StepContext<?> context) throws InterruptedException {
        return snooze.length();
    }

    @Wait(next = "approve")
    @MaxVisits(times = 3, then = "close")
    Instant late(Essay essay, Expired expired) {
        return Instant.MAX;
    }

    @Wait(next = "publish", length = "30d")
    @GatedBy("approve")
    @RequiresMode(PermissionMode.DEFAULT)
    void duration(Essay essay, Answered<Question, Approved> approval) {}

    @Step(next = "poll", onFailure = "cool")
    String publish(Essay essay) {
        return essay.text;
    }

    @Wait(next = "publish")
    Duration cool(Essay essay, StepFailure<?> failure) {
        return Duration.ofMinutes(failure.attempt());
    }

    @Interrupt(answer = Approved.class, next = {"again", "late"}, expiresBy = "patience")
    Question poll(Essay essay, String link) {
        return new Question(link);
    }

    Duration patience(Essay essay, CharSequence link) {
        return Duration.ofHours(link.length());
    }

    @Step(next = {"sleep", END})
    AgainNext again(Essay essay, Approved approved) {
        return AgainNext.sleep();
    }

    @Wait(next = "close", length = "1s")
    void sleep(Essay essay) {}

    @Step(next = {"sleep", END})
    CloseNext close(Essay essay) {
        return CloseNext.end();
    }
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

record Approved() {}

record Snooze(Duration length) {}
