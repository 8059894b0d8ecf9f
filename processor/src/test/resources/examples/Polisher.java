package example;

import static example.PolisherGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "critique")
public final class Polisher {
    public static final class Essay { public String draft; public String critique; }

    interface Model { String chat(String prompt); }

    private final Model model;

    Polisher(Model model) {
        this.model = model;
    }

    @Step(next = {"polish", "publish"})
    CritiqueNext critique(Essay essay) {
        essay.critique = model.chat("What is weak here? Say 'nothing' if nothing is: " + essay.draft);
        return essay.critique.equals("nothing") ? CritiqueNext.publish() : CritiqueNext.polish();
    }

    @Step(next = "critique")
    @MaxVisits(times = 3, then = "publish") // what would be the fourth visit goes to publish
    void polish(Essay essay) { essay.draft = model.chat("Mend " + essay.critique + " in " + essay.draft); }

    @Step(next = END)
    void publish(Essay essay) {}
}
