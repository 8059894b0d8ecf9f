package io.stepgraph.samples.report;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for what the documents say about a claim, and asks a person whether it is right.
 *
 * @param library where the documents are
 */
@StepGraph(start = "look", name = "fact-checker")
public record FactChecker(Library library) {

    /** The state of one check. */
    public static final class Claim {
        public String text = "";
        public List<String> evidence = new ArrayList<>();

        static Claim of(String text) {
            Claim claim = new Claim();
            claim.text = text;
            return claim;
        }
    }

    /** The question: whether this is right, with what the documents say. */
    public record Question(String claim, List<String> evidence) {}

    /** What the person says. */
    public sealed interface Verdict permits Right, Corrected {}

    /** The claim is right. */
    public record Right() implements Verdict {}

    /** This is right instead. */
    public record Corrected(String text) implements Verdict {}

    @Step(next = "confirm")
    void look(Claim claim) throws IOException, InterruptedException {
        for (String document : List.of("history", "light", "keepers")) {
            claim.evidence.addAll(library.sentences(document));
        }
        claim.evidence = library.best(claim.evidence, claim.text, 2);
    }

    @Interrupt(
            answer = Verdict.class,
            next = {"keep", "correct"})
    Question confirm(Claim claim) {
        return new Question(claim.text, claim.evidence);
    }

    @Step(next = END)
    String keep(Claim claim, Right right) {
        return claim.text;
    }

    @Step(next = END)
    String correct(Claim claim, Corrected correction) {
        return correction.text();
    }
}
