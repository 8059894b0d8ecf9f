package example;

import static example.EssayAgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepFailure;
import java.io.IOException;
import java.util.function.UnaryOperator;

@StepGraph(start = "draft")
public final class EssayAgent {
    public static final class Essay { public String request; public String draft; public String note; }
    public record Notes(String text) {}

    interface Model { String chat(String prompt); }
    interface Press { void print(String text) throws IOException; }

    private final Model model;
    private final Press press;
    private final UnaryOperator<String> critic;

    EssayAgent(Model model, Press press, UnaryOperator<String> critic) {
        this.model = model;
        this.press = press;
        this.critic = critic;
    }

    @Step(next = "review")
    void draft(Essay essay) { essay.draft = model.chat(essay.request); }

    @Step(next = {"polish", "translate"})
    ReviewNext review(Essay essay) {
        String notes = critic.apply(essay.draft);
        return notes.isEmpty() ? ReviewNext.translate() : ReviewNext.polish(new Notes(notes));
    }

    @Step(next = "translate")
    void polish(Essay essay, Notes notes) { essay.draft = model.chat(notes.text() + essay.draft); }

    @Step(next = "shorten", timeout = "30s")
    @Retry(attempts = 2)
    void translate(Essay essay) { essay.draft = model.chat("Translate this: " + essay.draft); }

    @Step(next = "publish", formerly = {"cut", "trim"}) // what it was called in versions 1 and 2
    void shorten(Essay essay) { essay.draft = model.chat("Shorten this: " + essay.draft); }

    @Step(next = END, onFailure = "apologise")
    @Retry(attempts = 3, on = IOException.class)
    void publish(Essay essay) throws IOException { press.print(essay.draft); }

    @Step(next = END)
    void apologise(Essay essay, StepFailure<?> failure) { essay.note = "Not printed: " + failure.message(); }
}
