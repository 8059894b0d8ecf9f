package example;

import static example.TransfersGraph.*;

import example.Transfers.Approved;
import example.Transfers.Transfer;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;

final class TransferDesk {
    private TransferDesk() {}

    static Outcome send(Runner runner, Transfer transfer) {
        Runs.Unnamed runs = TransfersGraph.of(new Transfers()).on(runner);
        Outcome outcome = runs.as(Actor.named("bob", "reviewer")).run("transfer-1", transfer);
        if (outcome instanceof Outcome.Approve ask) { // bob may not answer, since he started the run
            outcome = runs.as(Actor.named("ann", "reviewer")).answerApprove(ask, new Approved());
        }
        return outcome;
    }
}
