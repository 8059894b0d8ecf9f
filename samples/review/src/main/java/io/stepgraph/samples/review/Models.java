package io.stepgraph.samples.review;

import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.stepgraph.samples.review.editor.LocalEditor;
import java.util.Map;

/**
 * The model the environment asks for: a provider's if there is a key for it, else the local editor.
 *
 * @param name the name shown to the user
 * @param model the model
 */
record Models(String name, ChatModel model) {
    private static final String ANTHROPIC = "claude-sonnet-4-5";
    private static final String OPEN_AI = "gpt-4.1";

    static Models of(Map<String, String> environment) {
        String wanted = environment.getOrDefault("REVIEW_MODEL", "");
        String anthropicKey = environment.getOrDefault("ANTHROPIC_API_KEY", "");
        if (!anthropicKey.isBlank()) {
            String name = wanted.isBlank() ? ANTHROPIC : wanted;
            return new Models(
                    name,
                    AnthropicChatModel.builder()
                            .apiKey(anthropicKey)
                            .modelName(name)
                            .build());
        }
        String openAiKey = environment.getOrDefault("OPENAI_API_KEY", "");
        if (!openAiKey.isBlank()) {
            String name = wanted.isBlank() ? OPEN_AI : wanted;
            return new Models(
                    name,
                    OpenAiChatModel.builder().apiKey(openAiKey).modelName(name).build());
        }
        return new Models("the local editor (no API key found)", new LocalEditor());
    }
}
