package loop;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;
import static loop.LoopAgentGraph.*;

import io.stepgraph.Action;
import io.stepgraph.AnsweredBy;
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
import java.io.IOException;
import java.util.List;

@StepGraph(
        start = "plan",
        name = "loop",
        roles = {"operator", "policy", "auditor"})
record LoopAgent() {

    static final class Work {
        public String goal;
    }

    record Goal(String text) {}

    record ToolCalls(List<String> calls) {}

    record Call(String tool) {}

    sealed interface Shown permits Reply, Plea {}

    record Reply(String text) implements Shown {}

    record Plea(@Action List<Call> calls) implements Shown {}

    record Report(String text) {}

    record Token(String text) {}

    sealed interface Event permits Message, Stop {}

    record Message(String text) implements Event {}

    record Stop() implements Event {}

    enum Verdict {
        YES,
        ALWAYS
    }

    record Deny(String why) {}

    @Step(next = "callModel")
    Work plan(Work work, Goal goal, StepContext<Token> context) {
        work.goal = goal.text();
        return work;
    }

    @Step(
            next = {"askPermission", "show", "callModel", END},
            onFailure = "giveUp",
            timeout = "2m")
    @Retry(attempts = 4, on = IOException.class, jitter = 0, factor = 1.5)
    @MaxVisits(times = 20, then = "stopHere")
    CallModelNext callModel(Work work, StepContext<?> context) throws IOException {
        return work.goal.isEmpty() ? CallModelNext.end(new Report("")) : CallModelNext.callModel().with(work);
    }

    @Interrupt(
            answer = {Verdict.class, Deny.class},
            next = {"runTools", "tell", "tooLate"},
            expires = "24h")
    @AnsweredBy(
            role = {"operator", "policy"},
            notStarter = true)
    Plea askPermission(Work work, ToolCalls calls) {
        return new Plea(calls.calls().stream().map(Call::new).toList());
    }

    @Interrupt(answer = Event.class, next = "take")
    Reply show(Work work, Reply reply) {
        return reply;
    }

    @Step(next = "callModel", formerly = {"tools", "useTools"})
    @RequiresMode(ACCEPT_EDITS)
    @GatedBy("askPermission")
    void runTools(Work work, Verdict verdict) {}

    @Step(next = "show")
    Reply tell(Work work, Deny deny) {
        return new Reply(deny.why());
    }

    @Step(next = "callModel")
    void take(Work work, Event event) {}

    @Step(next = "stopHere")
    void tooLate(Work work, Expired expired) {}

    @Step(next = END)
    Report giveUp(Work work, StepFailure<?> failure) {
        return new Report(failure.message());
    }

    @Step(next = END)
    Report stopHere(Work work) {
        return new Report(work.goal);
    }

    static Object use(Machine machine) {
        return machine.start(new Work(), new Goal("x")) instanceof Outcome.Pending pending ? pending.question() : null;
    }

    static Shown shown(Outcome.Pending pending) {
        return pending.question();
    }
}
