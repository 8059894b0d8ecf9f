package io.stepgraph.samples.review;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import dev.langchain4j.model.chat.ChatModel;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.RequiresMode;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Summarises a text: drafts, reviews its own draft, asks a person, revises, and writes the summary beside the text.
 * Design and walk-through in the project's README.
 */
@StepGraph(start = "draft", name = "review")
public final class ReviewAgent {

    /** The state of one run. */
    public static final class Essay {
        public String file;
        public String text;
        public String draft;
        public String critique;
        public String summary;

        private Essay() {
            this("", "");
        }

        Essay(String file, String text) {
            this.file = file;
            this.text = text;
            this.draft = "";
            this.critique = "";
            this.summary = "";
        }
    }

    public record Question(String text, String draft, String critique) {}

    public sealed interface Decision permits Approved, Rejected {}

    public record Approved() implements Decision {}

    public record Rejected(String why) implements Decision {}

    public record Summary(String file, int words) {}

    private final ChatModel model;

    public ReviewAgent(ChatModel model) {
        this.model = model;
    }

    @Step(next = "review")
    @Retry(attempts = 3, backoff = "500ms", on = RuntimeException.class)
    void draft(Essay essay) {
        essay.draft = model.chat(Prompts.draft(essay.text)).strip();
    }

    @Step(next = "approve")
    @Retry(attempts = 3, backoff = "500ms", on = RuntimeException.class)
    void review(Essay essay) {
        essay.critique = model.chat(Prompts.critique(essay.text, essay.draft)).strip();
    }

    @Interrupt(
            answer = Decision.class,
            next = {"revise", "keep"})
    Question approve(Essay essay) {
        return new Question("Revise the draft and write it to " + essay.file + "?", essay.draft, essay.critique);
    }

    @Step(next = "write")
    @RequiresMode(ACCEPT_EDITS)
    @GatedBy("approve")
    @Retry(attempts = 3, backoff = "500ms", on = RuntimeException.class)
    void revise(Essay essay, Approved approval) {
        essay.summary = model.chat(Prompts.revise(essay.text, essay.draft, essay.critique))
                .strip();
    }

    @Step(next = "write")
    void keep(Essay essay, Rejected rejection) {
        essay.summary = essay.draft;
    }

    /** Writes beside the target and moves, so that a kill leaves the whole file or none and a repeat does no harm. */
    @Step(next = END)
    @RequiresMode(ACCEPT_EDITS)
    Summary write(Essay essay, StepContext<String> context) throws IOException {
        Path target = Path.of(essay.file);
        Path unfinished = Path.of(essay.file + ".part");
        Files.writeString(unfinished, essay.summary + System.lineSeparator());
        context.emit("moves the whole summary to " + target.getFileName());
        Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return new Summary(essay.file, essay.summary.split("\\s+", -1).length);
    }
}
