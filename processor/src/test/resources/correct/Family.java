package example;

import static example.FamilyGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.PermissionMode;
import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import java.util.List;

@StepGraph(start = "r")
final class Family {
    private final Caller caller = new Caller();
    final Answering run = new Answering();
    final Nested kind = new Nested();
    final Nested step = new Nested();
    final Words wait = new Words();

    @StepGraph(start = "note")
    static final class Nested {
        @Step(next = END)
        Integer note(Essay essay) {
            return essay.text.length();
        }
    }

    Caller renamed() {
        return caller;
    }

    @Call(agents = {"run", "kind", "step", "wait"}, next = "both", onFailure = "mend", timeout = "PT1H")
    RStarts r(Essay essay) {
        return new RStarts(essay, essay, essay, new Family_WordsGraph.Start(List.of(), 2));
    }

    @Call(agents = {"kind", "step"}, next = "each", formerly = "two", maxMode = PermissionMode.DEFAULT)
    BothStarts both(Essay essay, RResults results, StepContext<?> context) {
        return new BothStarts(essay, essay);
    }

    @Call(agents = "kind", next = "all")
    @RequiresMode(PermissionMode.ACCEPT_EDITS)
    List<Essay> each(Essay essay, BothEnds ends) {
        return ends.kind() instanceof Ended.Failed<Integer> ? List.of() : List.of(essay);
    }

    @Call(agents = "wait", next = "ended", maxElements = 3)
    List<Family_WordsGraph.Start> all(Essay essay, List<Integer> results) {
        return List.of();
    }

    @Call(agents = "wait", next = "first")
    Family_WordsGraph.Start ended(Essay essay, List<Ended<List<String>>> ends) {
        return new Family_WordsGraph.Start(List.of("a"), ends.size());
    }

    @Step(next = "one")
    void first(Essay essay, Ended<List<String>> end) {}

    @Call(agents = "run", next = "whole")
    @MaxVisits(times = 2, then = "stop")
    Essay one(Essay essay) throws InterruptedException {
        return essay;
    }

    @Call(agents = "renamed", next = "close")
    Essay whole(Essay essay, Ended<Essay> end) {
        return essay;
    }

    @Step(next = {"one", END})
    CloseNext close(Essay essay) {
        return CloseNext.end();
    }

    @Step(next = END)
    void stop(Essay essay) {}

    @Step(next = END)
    void mend(Essay essay, StepFailure<?> failure) {}

    @StepGraph(start = "select")
    record Words() {
        @Step(next = END)
        List<String> select(List<String> words, int most) {
            return words.subList(0, most);
        }
    }
}

@StepGraph(start = "ask")
record Answering() {
    @Interrupt(answer = Integer.class, next = "take")
    String ask(Essay essay) {
        return "Well?";
    }

    @Step(next = END)
    Essay take(Essay essay, Integer answer) {
        return essay;
    }
}

@StepGraph(start = "call")
record Caller() {
    Answering inner() {
        return new Answering();
    }

    @Call(agents = "inner", next = "take")
    Essay call(Essay essay) {
        return essay;
    }

    @Step(next = END)
    void take(Essay essay, Ended<Essay> end) {}
}

final class Essay {
    public String text = "";
}
