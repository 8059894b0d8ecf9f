package io.stepgraph.samples.chat;

import static java.util.stream.Collectors.joining;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The next reply of the stand-in. It asks if a question is too short, then searches, then reads, then quotes; it saves
 * what it is to note.
 *
 * @param position the number of messages so far
 * @param asked the messages of the user
 * @param results the results since the last of them
 */
record LocalAnswers(int position, List<String> asked, List<ToolExecutionResultMessage> results) {
    private static final Pattern TO_BE_NOTED =
            Pattern.compile("(?is)\\s*(?:please )?(?:note|remember)\\b[\\s:,]*(\\S.*)");
    private static final Pattern ABOUT_NOTES = Pattern.compile("\\bnote(s|d)\\b");
    private static final Pattern ABOUT_ITSELF = Pattern.compile("\\b(your|own)\\b.*\\b(graph|steps)\\b");
    private static final Pattern ABOUT_THE_CONVERSATION = Pattern.compile("\\bi\\b.*\\bask(ed)?\\b");
    private static final int QUOTED = 2;
    private static final String NOTE = " (I am a stand-in without a language model: I only quote documents.)";

    /** The next message after those of a conversation. */
    static AiMessage next(List<ChatMessage> messages) {
        LocalAnswers answers = new LocalAnswers(messages.size(), new ArrayList<>(), new ArrayList<>());
        for (ChatMessage message : messages) {
            if (message instanceof UserMessage user) {
                answers.asked.add(user.singleText());
                answers.results.clear();
            } else if (message instanceof ToolExecutionResultMessage result) {
                answers.results.add(result);
            }
        }
        return answers.next();
    }

    private AiMessage next() {
        if (results.isEmpty()) {
            return begin(asked.get(asked.size() - 1));
        }
        ToolExecutionResultMessage last = results.get(results.size() - 1);
        return switch (last.toolName()) {
            case ChatTools.ASK_USER -> call(ChatTools.SEARCH, Map.of("query", query()));
            case ChatTools.SEARCH -> found(last.text());
            case ChatTools.READ -> quote(last.text());
            case ChatTools.SHOW_GRAPH -> steps(last.text());
            default -> say(last.text());
        };
    }

    private AiMessage begin(String question) {
        String words = String.join(" ", Terms.words(question));
        Matcher noted = TO_BE_NOTED.matcher(question);
        if (noted.matches()) {
            return call(ChatTools.SAVE_NOTE, Map.of("text", noted.group(1).strip()));
        }
        if (ABOUT_NOTES.matcher(words).find()) {
            return call(ChatTools.READ_NOTES, Map.of());
        }
        if (ABOUT_ITSELF.matcher(words).find()) {
            return call(ChatTools.SHOW_GRAPH, Map.of());
        }
        if (ABOUT_THE_CONVERSATION.matcher(words).find()) {
            String before = String.join(" / ", asked.subList(0, asked.size() - 1));
            return say(before.isEmpty() ? "This is your first message." : "Before this you asked: " + before);
        }
        if (!words.contains(" ")) {
            String which = "What would you like to know about '" + question.strip() + "'?";
            return call(ChatTools.ASK_USER, Map.of("question", which));
        }
        return call(ChatTools.SEARCH, Map.of("query", query()));
    }

    /** The words to search for: the question, with what the user has replied since. */
    private String query() {
        return results.stream()
                .filter(result -> result.toolName().equals(ChatTools.ASK_USER))
                .map(ToolExecutionResultMessage::text)
                .collect(joining(" ", asked.get(asked.size() - 1) + " ", ""))
                .strip();
    }

    private AiMessage found(String hits) {
        int colon = hits.indexOf(".md:");
        return colon < 0
                ? say("My documents say nothing about that. " + hits)
                : call(ChatTools.READ, Map.of("name", hits.substring(0, colon + 3)));
    }

    private AiMessage quote(String document) {
        String title = document.lines().findFirst().orElse("").replaceFirst("^#+ *", "");
        return say("From '" + title + "': " + Sentences.best(document, Set.copyOf(Terms.of(query())), QUOTED));
    }

    private static AiMessage steps(String graph) {
        List<String> steps = new ArrayList<>();
        for (JsonNode step : JsonMapper.shared().readTree(graph).path("steps")) {
            steps.add(step.path("name").asString());
        }
        return say("I work in these steps: " + String.join(", ", steps) + ".");
    }

    private static AiMessage say(String text) {
        return AiMessage.from(text + NOTE);
    }

    private AiMessage call(String tool, Map<String, String> arguments) {
        return AiMessage.from(ToolExecutionRequest.builder()
                .id("call-" + position)
                .name(tool)
                .arguments(JsonMapper.shared().writeValueAsString(arguments))
                .build());
    }
}
