package io.stepgraph.samples.chat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The next reply of the stand-in: it asks if a question is too short, then searches, then reads, then quotes. */
final class LocalAnswers {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern ABOUT_ITSELF = Pattern.compile("\\b(your|own)\\b.*\\b(graph|steps)\\b");
    private static final Pattern ABOUT_THE_CONVERSATION = Pattern.compile("\\bi\\b.*\\bask(ed)?\\b");
    private static final int QUOTED = 2;
    private static final String NOTE = " (I am a stand-in without a language model: I only quote documents.)";

    private final int position;
    private final List<String> asked;
    private final List<ToolExecutionResultMessage> results;

    private LocalAnswers(int position, List<String> asked, List<ToolExecutionResultMessage> results) {
        this.position = position;
        this.asked = asked;
        this.results = results;
    }

    /** The next message after those of a conversation. */
    static AiMessage next(List<ChatMessage> messages) {
        List<String> asked = new ArrayList<>();
        List<ToolExecutionResultMessage> results = new ArrayList<>();
        for (ChatMessage message : messages) {
            if (message instanceof UserMessage user) {
                asked.add(user.singleText());
                results.clear();
            } else if (message instanceof ToolExecutionResultMessage result) {
                results.add(result);
            }
        }
        return new LocalAnswers(messages.size(), asked, results).next();
    }

    private AiMessage next() {
        if (results.isEmpty()) {
            return begin();
        }
        ToolExecutionResultMessage last = results.get(results.size() - 1);
        return switch (last.toolName()) {
            case Toolbox.ASK_USER -> call(Toolbox.SEARCH, "query", query());
            case Toolbox.SEARCH -> found(last.text());
            case Toolbox.READ -> quote(last.text());
            default -> steps(last.text());
        };
    }

    private AiMessage begin() {
        String question = asked.get(asked.size() - 1);
        String words = String.join(" ", Terms.words(question));
        if (ABOUT_ITSELF.matcher(words).find()) {
            return call(Toolbox.SHOW_GRAPH);
        }
        if (ABOUT_THE_CONVERSATION.matcher(words).find()) {
            return AiMessage.from(
                    asked.size() == 1
                            ? "This is your first message." + NOTE
                            : "Before this you asked: " + String.join(" / ", asked.subList(0, asked.size() - 1))
                                    + NOTE);
        }
        if (Terms.words(question).size() < 2) {
            return call(Toolbox.ASK_USER, "question", "What would you like to know about '" + question.strip() + "'?");
        }
        return call(Toolbox.SEARCH, "query", query());
    }

    /** The words to search for: the question, with what the user has replied since. */
    private String query() {
        return results.stream()
                .filter(result -> result.toolName().equals(Toolbox.ASK_USER))
                .map(ToolExecutionResultMessage::text)
                .collect(Collectors.joining(" ", asked.get(asked.size() - 1) + " ", ""))
                .strip();
    }

    private AiMessage found(String hits) {
        int colon = hits.indexOf(".md:");
        return colon < 0 || hits.startsWith("Nothing found")
                ? AiMessage.from("My documents say nothing about that. " + hits + NOTE)
                : call(Toolbox.READ, "name", hits.substring(0, colon + 3));
    }

    private AiMessage quote(String document) {
        String title = document.lines().findFirst().orElse("").replaceFirst("^#+ *", "");
        List<String> quoted = Sentences.best(document, Set.copyOf(Terms.of(query())), QUOTED);
        return AiMessage.from("From '" + title + "': " + String.join(" ", quoted) + NOTE);
    }

    private static AiMessage steps(String graph) {
        List<String> steps = new ArrayList<>();
        for (JsonNode step : JSON.readTree(graph).path("steps")) {
            steps.add(step.path("name").asString());
        }
        return AiMessage.from("I work in these steps: " + String.join(", ", steps) + "." + NOTE);
    }

    private AiMessage call(String tool) {
        return call(tool, Map.of());
    }

    private AiMessage call(String tool, String argument, String value) {
        return call(tool, Map.of(argument, value));
    }

    private AiMessage call(String tool, Map<String, String> arguments) {
        return AiMessage.from(ToolExecutionRequest.builder()
                .id("call-" + position)
                .name(tool)
                .arguments(JSON.writeValueAsString(arguments))
                .build());
    }
}
