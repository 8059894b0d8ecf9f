package io.stepgraph.testkit.store;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;
import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.Interrupt;
import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.testkit.store.ResearchAgentGraph.ReadNext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Is called by a {@link ReportAgent}. Its start says how it behaves.
 *
 * @param desk hears of each step
 */
@StepGraph(start = "read", name = "engine-research")
record ResearchAgent(Consumer<String> desk) {

    ResearchAgent() {
        this(step -> {});
    }

    /** The state. */
    static final class Topic {
        public String text = "";
        public Way way = Way.FIND;
        public List<String> lines = new ArrayList<>();

        static Topic of(String text, Way way) {
            Topic topic = new Topic();
            topic.text = text;
            topic.way = way;
            return topic;
        }
    }

    /** The transitions of {@code read}. */
    enum Way {
        FIND,
        ASK,
        EDIT,
        FAIL,
        THROW
    }

    record Hint(String text) {}

    record Finding(String text) {}

    @Step(next = {"find", "ask", "edit", FAIL})
    ReadNext read(Topic topic, StepContext<Void> context) {
        topic.lines.add("read");
        desk.accept("read " + topic.text);
        return switch (topic.way) {
            case FIND -> ReadNext.find();
            case ASK -> ReadNext.ask();
            case EDIT -> ReadNext.edit();
            case FAIL -> ReadNext.fail("Nothing is known of " + topic.text + ".");
            case THROW -> throw new IllegalStateException("The library is closed.");
        };
    }

    @Interrupt(answer = Hint.class, next = "hear")
    String ask(Topic topic) {
        return "Where do I look for " + topic.text + "?";
    }

    @Step(next = "find")
    void hear(Topic topic, Hint hint) {
        topic.lines.add("heard " + hint.text());
    }

    @RequiresMode(ACCEPT_EDITS)
    @Step(next = "find")
    void edit(Topic topic) {
        topic.lines.add("edited");
    }

    @Step(next = END)
    Finding find(Topic topic) {
        desk.accept("find " + topic.text);
        return new Finding(topic.text + ": " + topic.lines);
    }

    /** Waits for a latch, and for the end of the attempt. */
    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", cancelled);
        }
    }
}
