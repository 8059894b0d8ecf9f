package app;

import static app.RefundGraph.*;
import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.math.BigDecimal;
import java.util.List;

/** An agent of a user's own, with a state that is replaced, an input, a choice and a gate. */
@StepGraph(start = "assess")
public final class Refund {
    public record Claim(String order, BigDecimal amount, List<String> notes) {}

    public record Doubt(String why) {}

    public record Question(String text) {}

    public sealed interface Verdict permits Granted, Refused {}

    public record Granted(String by) implements Verdict {}

    public record Refused(String why) implements Verdict {}

    public record Receipt(String text) {}

    @Step(next = {"investigate", "decide"})
    AssessNext assess(Claim claim) {
        return claim.amount().signum() <= 0
                ? AssessNext.investigate(new Doubt("no amount"))
                : AssessNext.decide().with(new Claim(claim.order(), claim.amount(), List.of("plausible")));
    }

    @Step(next = "decide")
    Claim investigate(Claim claim, Doubt doubt) {
        return new Claim(claim.order(), BigDecimal.ONE, List.of(doubt.why()));
    }

    @Interrupt(
            answer = Verdict.class,
            next = {"pay", "decline"})
    Question decide(Claim claim) {
        return new Question("Refund " + claim.amount() + "? " + claim.notes());
    }

    @Step(next = END)
    @RequiresMode(ACCEPT_EDITS)
    @GatedBy("decide")
    Receipt pay(Claim claim, Granted granted) {
        return new Receipt("paid " + claim.amount() + " by " + granted.by());
    }

    @Step(next = END)
    Receipt decline(Claim claim, Refused refused) {
        return new Receipt("declined: " + refused.why());
    }
}
