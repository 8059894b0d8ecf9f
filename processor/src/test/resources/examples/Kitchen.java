package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;
import java.time.Instant;

@StepGraph(start = "untilItIsTime")
public final class Kitchen {
    public static final class Order { public Instant cookAt; public String note; }

    @Wait(next = "cook")
    Instant untilItIsTime(Order order) { return order.cookAt; }

    @Wait(next = "remind", length = "30d")
    void pause(Order order) {}

    @Step(next = "cool")
    void cook(Order order) { order.note = "hot"; }

    @Wait(next = "serve", length = "5m", formerly = "rest") // its name in version 1
    void cool(Order order) {}

    @Step(next = "pause")
    void serve(Order order) { order.note = "served"; }

    @Step(next = END)
    void remind(Order order) { order.note = "hungry again?"; }
}
