package io.stepgraph.samples.report;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one document, and chooses the sentences on a topic. A small stand-in for a model.
 *
 * @param library where the documents are
 * @param document the name of its document
 */
@StepGraph(start = "read", name = "researcher")
public record Researcher(Library library, String document) {
    private static final int MOST = 4;

    /** The state of one research. */
    public static final class Notes {
        public String topic = "";
        public List<String> sentences = new ArrayList<>();

        static Notes on(String topic) {
            Notes notes = new Notes();
            notes.topic = topic;
            return notes;
        }
    }

    @Step(next = "choose")
    void read(Notes notes) throws IOException, InterruptedException {
        notes.sentences = library.sentences(document);
    }

    @Step(next = END)
    List<String> choose(Notes notes) throws InterruptedException {
        return library.best(notes.sentences, notes.topic, MOST);
    }
}
