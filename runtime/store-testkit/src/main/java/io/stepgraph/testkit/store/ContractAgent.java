package io.stepgraph.testkit.store;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.RequiresMode;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.testkit.store.ContractAgentGraph.ActNext;
import java.util.ArrayList;
import java.util.List;

/** The agent of the {@link EngineContract}: a test says what its steps do. */
@StepGraph(start = "prepare", name = "engine-contract")
record ContractAgent(Work preparing, Work acting, Work risking) {
    private static final Work NOTHING = (notes, context) -> {};

    /** The work of a step besides its transition. */
    @FunctionalInterface
    interface Work {
        void on(Notes notes, StepContext<String> context) throws Exception;
    }

    /** The state: what the steps write down, and where the run goes after {@code act}. */
    static final class Notes {
        public List<String> lines = new ArrayList<>();
        public Turn turn = Turn.END;

        static Notes of(Turn turn, String... lines) {
            Notes notes = new Notes();
            notes.lines.addAll(List.of(lines));
            notes.turn = turn;
            return notes;
        }
    }

    /** The transitions of {@code act}. */
    enum Turn {
        ACT,
        DECIDE,
        HURRY,
        NAG,
        RISK,
        END
    }

    record Question(String text) {}

    sealed interface Decision permits Approved, Rejected {}

    record Approved(String by) implements Decision {}

    record Rejected(String why) implements Decision {}

    static ContractAgent of() {
        return new ContractAgent(NOTHING, NOTHING, NOTHING);
    }

    ContractAgent preparing(Work work) {
        return new ContractAgent(work, acting, risking);
    }

    ContractAgent acting(Work work) {
        return new ContractAgent(preparing, work, risking);
    }

    ContractAgent risking(Work work) {
        return new ContractAgent(preparing, acting, work);
    }

    @Step(next = "act")
    void prepare(Notes notes, StepContext<String> context) throws Exception {
        preparing.on(notes, context);
    }

    @SuppressWarnings("stepgraph:UnboundedLoop") // A test of R8 needs it.
    @Step(next = {"act", "decide", "hurry", "nag", "risk", END})
    @Retry(attempts = 3, backoff = "10ms", jitter = 0)
    ActNext act(Notes notes, StepContext<String> context) throws Exception {
        acting.on(notes, context);
        return switch (notes.turn) {
            case ACT -> ActNext.act();
            case DECIDE -> ActNext.decide();
            case HURRY -> ActNext.hurry();
            case NAG -> ActNext.nag();
            case RISK -> ActNext.risk();
            case END -> ActNext.end();
        };
    }

    @Interrupt(
            answer = Decision.class,
            next = {"pay", "shelve"})
    Question decide(Notes notes) {
        notes.lines.add("asked");
        return new Question("Pay after " + notes.lines + "?");
    }

    @Step(next = END)
    @RequiresMode(ACCEPT_EDITS)
    @GatedBy("decide")
    void pay(Notes notes, Approved approval) {
        notes.lines.add("paid for " + approval.by());
    }

    @Step(next = END)
    void shelve(Notes notes, Rejected rejection) {
        notes.lines.add("shelved: " + rejection.why());
    }

    @Interrupt(
            answer = String.class,
            expires = "700ms",
            next = {"heed", "miss"})
    Question hurry(Notes notes) {
        return new Question("Quick: what?");
    }

    @Step(next = END)
    void heed(Notes notes, String answer) {
        notes.lines.add("heard " + answer);
    }

    @Step(next = END)
    void miss(Notes notes, Expired expired) {
        notes.lines.add("heard nothing");
    }

    @Interrupt(
            answer = String.class,
            expires = "100ms",
            next = {"heed", "remind"})
    Question nag(Notes notes) {
        return new Question("Still there?");
    }

    @Step(next = "nag")
    @MaxVisits(times = 2, then = "miss")
    void remind(Notes notes, Expired expired) {
        notes.lines.add("reminded");
    }

    @Step(next = END, timeout = "500ms", onFailure = "recover")
    void risk(Notes notes, StepContext<String> context) throws Exception {
        risking.on(notes, context);
    }

    @Step(next = END)
    void recover(Notes notes, StepFailure<?> failure) {
        notes.lines.add("recovered from " + failure.code() + " in " + failure.step());
    }
}
