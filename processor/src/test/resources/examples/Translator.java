package example;

import static example.TranslatorGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

@StepGraph(start = "translate")
public final class Translator {
    public static final class Book { public List<String> chapters = new ArrayList<>(); }

    public record Progress(int done, int of) {}

    private final UnaryOperator<String> translation;

    Translator(UnaryOperator<String> translation) {
        this.translation = translation;
    }

    @Step(next = END)
    void translate(Book book, StepContext<Progress> context) {
        for (int i = 0; i < book.chapters.size(); i++) {
            context.checkCancelled();
            book.chapters.set(i, translation.apply(book.chapters.get(i)));
            context.emit(new Progress(i + 1, book.chapters.size()));
        }
    }

    static Outcome use(Runs runs, Book book) {
        try (OutcomeStream<Outcome> stream = runs.stream("book-1", book)) {
            for (StreamedEvent event : stream) {
                if (event.event() instanceof RunEvent.Custom told && told.event() instanceof Progress progress) {
                    System.out.println(progress.done() + " of " + progress.of());
                }
            }
            return stream.outcome();
        }
    }
}
