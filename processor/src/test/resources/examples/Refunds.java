package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "refund")
public final class Refunds {
    private final Payments payments;

    public Refunds(Payments payments) {
        this.payments = payments;
    }

    @Step(next = END, effects = "refund")
    void refund(Claim claim, StepContext<?> context) {
        claim.receipt = context.once("refund", claim.request(), Receipt.class)
                .retryWithSameKey()
                .call((key, request) -> payments.refund(request, key));
    }

    public static final class Claim {
        public int cents;
        public Receipt receipt;

        Request request() {
            return new Request(cents);
        }
    }

    public record Request(int cents) {}

    public record Receipt(String id) {}

    public interface Payments {
        Receipt refund(Request request, String idempotencyKey);
    }
}
