package example;

import static io.stepgraph.StepGraph.END;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.stepgraph.Action;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** The only answers of its gates have no stored yes or no. */
@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Approved.class, next = "choose")
    @SuppressWarnings("stepgraph:TransientField")
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = "ask")
    @GatedBy("approve")
    void choose(Essay essay, Approved approved) {}

    @Interrupt(answer = Budget.class, next = "pay")
    Question ask(Essay essay) {
        return new Question("Who pays?");
    }

    @Step(next = END)
    @GatedBy("ask")
    void pay(Essay essay, Budget budget) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

final class Approved {
    static boolean isTested;

    public String account = "";
    public int cents;
    transient boolean isChecked;

    @JsonIgnore
    public boolean isRead;

    private Boolean known;

    @JsonIgnore
    Boolean getKnown() {
        return known;
    }
}

record Budget(String account, int cents, @Action Payment payment) {}

record Payment(boolean isSplit, Kind kind) {}

enum Kind {
    TRAVEL,
    FOOD,
    OTHER
}
