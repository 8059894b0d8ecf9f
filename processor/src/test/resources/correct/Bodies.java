package example;

import static example.BodiesGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.StepContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** What bodies may do: each is close to something that is reported. */
@StepGraph(start = "first")
final class Bodies {
    private static final String MAIL = "mail";

    record State(String text, List<String> parts) {
        State with(String changed) {
            return new State(changed, parts);
        }
    }

    record Question(String text) {}

    record Approved() {}

    /** A name that is not constant, and one of a constant. */
    @Step(next = "assigned", effects = {"mail", "letter"})
    void first(State state, StepContext<String> context) {
        for (String kind : List.of("mail", "letter")) {
            context.once(kind, state.text(), String.class).call((key, text) -> key);
        }
        context.once(MAIL, state.text(), String.class).call((key, text) -> key);
        context.once("let" + "ter", state.text(), String.class).call((key, text) -> key);
    }

    @Step(next = "chosen")
    State assigned(State state) {
        state = state.with("assigned");
        return state;
    }

    @Step(next = {"byHelper", END})
    ChosenNext chosen(State state) {
        state = state.with("chosen");
        var next = ChosenNext.byHelper();
        return next.with(state);
    }

    @Step(next = {"result", END})
    ByHelperNext byHelper(State state) {
        state = state.with("chosen");
        Function<State, ByHelperNext> helper = changed -> ByHelperNext.result().with(changed);
        return helper.apply(state);
    }

    @Step(next = "tasks")
    Result result(State state) {
        state = state.with(state.text().strip());
        return new Result(state.text());
    }

    record Result(String text) {}

    @Step(next = "work")
    void tasks(State state, Result result, StepContext<String> context) throws InterruptedException {
        context.together(state.parts(), part -> context.once("item", part, String.class)
                .retryWithSameKey()
                .item(part)
                .call((key, text) -> key));
        context.together(state.parts(), 2, part -> {
            Effect<String, String> effect = context.once("variable", part, String.class);
            return effect.key(part).call((key, text) -> key);
        });
        List<Effect<String, String>> made =
                context.together(state.parts(), part -> context.once("made", part, String.class));
        made.forEach(effect -> effect.call((key, text) -> key));
        List<Supplier<String>> later = context.together(
                state.parts(), part -> () -> context.once("later", part, String.class).call((key, text) -> key));
        later.forEach(Supplier::get);
        state.parts().forEach(part -> context.once("order", part, String.class).call((key, text) -> key));
    }

    @Step(next = "approve", transactional = true)
    void work(State state, StepContext<String> context) throws InterruptedException {
        String run = context.runId();
        context.atCheckpoint(connection -> connection.createStatement().execute(run));
        context.emit("before");
        context.together(List.of("a"), part -> {
            context.atCheckpoint(connection -> connection.createStatement().execute(part));
            context.checkCancelled();
            return null;
        });
    }

    @Interrupt(answer = Approved.class, next = "pay")
    Question approve(State state) {
        state = state.with("Pay?");
        return new Question(state.text());
    }

    /** The approval tells its effects apart. */
    @Step(next = "several")
    @GatedBy(value = "approve", exactly = true)
    void pay(Answered<Question, Approved> approval, StepContext<String> context) throws InterruptedException {
        context.together(List.of(1, 2), part -> context.once("pay", approval, String.class)
                .call((key, question) -> key));
        context.once("note", approval.part(question -> question), String.class).call((key, question) -> key);
    }

    @Step(next = "last", effects = "pay")
    @MaxVisits(times = 3, then = "last")
    @GatedBy("approve")
    void several(State state, Answered<Question, Approved> approval, StepContext<String> context) {
        context.once("pay", approval.question(), String.class).call((key, question) -> key);
    }

    /** A parameter that goes through what it holds, and changes that. */
    @Step(next = END)
    void last(State state) {
        State whole = state;
        List<String> parts = new ArrayList<>();
        parts = List.copyOf(parts);
        state = whole;
    }

    /** No step. */
    String help(StepContext<String> context, State state) {
        state = state.with("helped");
        return context.once("anything", state.text(), String.class).call((key, text) -> key);
    }
}
