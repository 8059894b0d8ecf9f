package example;

import static example.OrdersGraph.*;
import static io.stepgraph.StepGraph.END;
import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepFailure;

@StepGraph(start = "check")
public final class Orders {
    public static final class Order { public String item; public int cents; public String note; }

    static final class SoldOutException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    interface Stock { void reserve(String item); }

    private final Stock stock;
    private final int limit;

    Orders(Stock stock, int limit) {
        this.stock = stock;
        this.limit = limit;
    }

    @Step(next = {"reserve", FAIL})
    CheckNext check(Order order) {
        return order.cents > limit ? CheckNext.fail("An order is at most " + limit + ".") : CheckNext.reserve();
    }

    @Step(next = END, onFailure = "soldOut", failures = SoldOutException.class)
    void reserve(Order order) { stock.reserve(order.item); }

    @Step(next = END)
    void soldOut(Order order, StepFailure<?> failure) { order.note = "Sold out."; }
}
