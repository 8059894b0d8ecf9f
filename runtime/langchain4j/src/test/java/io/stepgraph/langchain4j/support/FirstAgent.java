package io.stepgraph.langchain4j.support;

import dev.langchain4j.model.chat.StreamingChatModel;
import io.stepgraph.engine.Runner;
import io.stepgraph.langchain4j.Decision.Approved;
import io.stepgraph.langchain4j.Decision.Rejected;
import io.stepgraph.langchain4j.Model;
import io.stepgraph.langchain4j.ToolAgent;
import io.stepgraph.langchain4j.ToolAgent.Chat;
import io.stepgraph.langchain4j.ToolAgent.Event.Token;
import io.stepgraph.langchain4j.ToolAgentGraph;
import io.stepgraph.langchain4j.ToolAgentGraph.Outcome;
import io.stepgraph.langchain4j.ToolAgentGraph.Runs;
import io.stepgraph.langchain4j.Tools;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The first examples of the page. */
public final class FirstAgent {
    private FirstAgent() {}

    /** Sends a message, and asks at the console. */
    public static String talk(StreamingChatModel model, Desk desk, Path file, Predicate<String> console) {
        ToolAgent agent = new ToolAgent(Model.of(model), Tools.of(desk), "You help the customers of a shop.");
        try (Store store = SqliteStore.open(file);
                Runner runner = Runner.builder(store).build()) {
            Runs runs = ToolAgentGraph.of(agent).named("support").on(runner, "customer-42");
            Outcome outcome = runs.run("message-1", new Chat(), "Please pay order A-1 back.");
            while (outcome instanceof Outcome.Approve ask) {
                boolean yes = console.test(ask.question().text());
                outcome = runs.answerApprove(ask, yes ? new Approved() : new Rejected("Not today."));
            }
            return ((Outcome.Completed) outcome).result().text();
        }
    }

    /** Shows the words of the model while it speaks. */
    public static Outcome watch(Runs runs, Consumer<String> screen) {
        try (OutcomeStream<Outcome> stream = runs.stream("message-2", new Chat(), "Thank you!")) {
            for (StreamedEvent event : stream) {
                if (event.event() instanceof RunEvent.Custom custom && custom.event() instanceof Token token) {
                    screen.accept(token.text());
                }
            }
            return stream.outcome();
        }
    }
}
