package patient;

import static io.stepgraph.StepGraph.END;
import static patient.PatientGraph.*;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;
import io.stepgraph.runtime.Expired;
import java.time.Duration;
import java.time.Instant;

@StepGraph(start = "approve")
final class Patient {
    private static final Instant THEN = Instant.parse("2030-01-01T00:00:00Z");

    static final class Order {
        public String text = "";

        @Override
        public String toString() {
            return "Order[text=" + text + "]";
        }
    }

    record Yes() {}

    record Snooze(String length) {}

    @Interrupt(answer = {Yes.class, Snooze.class}, next = {"confirm", "snooze", "late"}, expiresBy = "patience")
    String approve(Order order) {
        order.text = "PT10M";
        return "Well?";
    }

    Duration patience(Order order) {
        return Duration.parse(order.text);
    }

    @Wait(next = "approve")
    Duration snooze(Order order, Snooze snooze) {
        return Duration.parse(snooze.length());
    }

    @Interrupt(answer = Yes.class, next = {"close", "late"}, expiresBy = "deadline")
    String confirm(Order order, Yes yes) {
        return "Sure?";
    }

    Instant deadline(Order order, Yes yes) {
        return THEN;
    }

    @Step(next = "pause")
    void late(Order order, Expired expired) {}

    @Wait(next = "untilThen", length = "30d")
    void pause(Order order) {
        order.text = "paused";
    }

    @Wait(next = "approve")
    Instant untilThen(Order order) {
        return THEN;
    }

    @Step(next = END)
    void close(Order order, Yes yes) {}
}
