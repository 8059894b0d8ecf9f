package callers;

import static callers.CallersGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.CalledAgent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/** Every form of a call, and a program that uses the generated code as the runtime would. */
@StepGraph(start = "one")
record Callers(Asker asker, Words words) {

    record Topic(String text) {}

    sealed interface Found {}

    record Yes(String text) implements Found {}

    record No() implements Found {}

    @StepGraph(start = "ask")
    record Asker() {
        @Interrupt(answer = Integer.class, next = "take")
        String ask(Topic topic) {
            return "Well?";
        }

        @Step(next = END)
        Found take(Topic topic, Integer answer) {
            return new No();
        }
    }

    @StepGraph(start = "count")
    record Words() {
        @Step(next = END)
        Integer count(Topic topic, String word) {
            return 1;
        }
    }

    @Call(agents = "asker", next = {"several", "no"})
    Topic one(String state) {
        return topic(state);
    }

    @Call(agents = {"asker", "words"}, next = "list", timeout = "2s")
    SeveralStarts several(String state, Yes yes) {
        return state.equals("null") ? null : new SeveralStarts(new Topic(state), start(state));
    }

    @Call(agents = "words", next = "each", maxElements = 7)
    List<Callers_WordsGraph.Start> list(String state, SeveralResults results) {
        return Arrays.asList(start("a"), start(state));
    }

    @Call(agents = {"words", "asker"}, next = "all")
    EachStarts each(String state, List<Integer> counts) {
        return new EachStarts(start(state), new Topic(state));
    }

    @Call(agents = "words", next = "single")
    List<Callers_WordsGraph.Start> all(String state, EachEnds ends) {
        return List.of();
    }

    @Call(agents = "words", next = "last")
    Callers_WordsGraph.Start single(String state, List<Ended<Integer>> ends) {
        return start(state);
    }

    @Call(agents = "asker", next = "done")
    Topic last(String state, Ended<Integer> end) {
        return topic(state);
    }

    @Step(next = END)
    void done(String state) {}

    @Step(next = END)
    void no(String state, No no) {}

    private static Topic topic(String state) {
        return state.isEmpty() ? null : new Topic(state);
    }

    private static Callers_WordsGraph.Start start(String state) {
        return state.equals("none") ? null : new Callers_WordsGraph.Start(topic(state), "w");
    }

    static List<String> drive() {
        List<String> said = new ArrayList<>();
        enter(said, "one", CallersStep.ONE, "x");
        enter(said, "several", CallersStep.SEVERAL, "x");
        enter(said, "list", CallersStep.LIST, "x");
        enter(said, "empty list", CallersStep.ALL, "x");
        enter(said, "no one", CallersStep.ONE, "");
        enter(said, "no several", CallersStep.SEVERAL, "null");
        enter(said, "no component", CallersStep.SEVERAL, "none");
        enter(said, "no element", CallersStep.LIST, "none");
        enter(said, "no state", CallersStep.LIST, "");

        Ended<?> yes = new Ended.Completed<>("r1", new Yes("y"));
        Ended<?> one = new Ended.Completed<>("r2", 1);
        Ended<?> cancelled = new Ended.Cancelled<>("r3", "ann");
        join(said, "yes", CallersStep.ONE, yes);
        join(said, "no", CallersStep.ONE, new Ended.Completed<>("r1", new No()));
        join(said, "another", CallersStep.ONE, one);
        join(said, "results", CallersStep.SEVERAL, yes, one);
        join(said, "list of results", CallersStep.LIST, one, one);
        join(said, "ends", CallersStep.EACH, cancelled, yes);
        join(said, "list of ends", CallersStep.ALL, one, cancelled);
        join(said, "end", CallersStep.SINGLE, cancelled);
        join(said, "nothing", CallersStep.LAST, yes);

        Ticket ticket = new Ticket("default", "r1", 1, 1, "ask", "nonce");
        RunOutcome.Child asks = new RunOutcome.Child(
                1, "r1", new RunOutcome.QuestionAsked<>(Callers_AskerStep.ASK, ticket, "Well?"));
        RunOutcome.Child stopped = new RunOutcome.Child(3, "r3", new RunOutcome.Cancelled<>("ann"));
        outcome(said, "one asks", CallersStep.ONE, asks);
        outcome(said, "another works", CallersStep.SEVERAL, asks, new RunOutcome.Child(2, "r2", null));
        outcome(said, "elements", CallersStep.LIST, new RunOutcome.Child(2, "r2", null), stopped);

        for (StepSpec<CallersStep> step : definition().spec().steps()) {
            StepSpec.Call call = step.call();
            if (call != null) {
                said.add(step.name() + ": " + call.isList() + " " + call.maxElements() + " " + call.timeout() + " "
                        + call.takesEnds() + " " + call.agents().stream().map(Callers::described).toList());
            }
        }
        said.add(tried(() -> CallersGraph.of(new Callers(new Asker(), new Words())).machine()));
        return said;
    }

    private static String described(CalledAgent<?, ?, ?> agent) {
        boolean isAsker = agent.name().equals("asker");
        Object start = isAsker ? topic("s") : start("s");
        return agent.name() + " " + agent.agent().apply(new Callers(new Asker(), new Words())) + " "
                + agent.state().apply(start) + " " + agent.input().apply(start) + " " + agent.graph().spec().name();
    }

    private static void enter(List<String> said, String what, CallersStep step, String state) {
        Callers agent = new Callers(new Asker(), new Words());
        said.add(what + ": " + tried(() -> definition().enter(agent, step, state, null, null, null)));
    }

    private static void join(List<String> said, String what, CallersStep step, Ended<?>... ends) {
        said.add(what + ": " + tried(() -> definition().join(step, List.of(ends))));
    }

    private static void outcome(List<String> said, String what, CallersStep step, RunOutcome.Child... children) {
        RunOutcome.Called<CallersStep> called = new RunOutcome.Called<>(step, 9, 5, List.of(children));
        CallersGraph.Outcome outcome = definition().outcome(called);
        said.add(what + ": " + outcome.kind() + " " + outcome);
    }

    private static String tried(Callable<?> call) {
        try {
            return String.valueOf(call.call());
        } catch (Exception e) {
            return e.getMessage();
        }
    }
}
