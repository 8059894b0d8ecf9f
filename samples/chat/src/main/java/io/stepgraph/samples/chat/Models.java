package io.stepgraph.samples.chat;

import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.stepgraph.langchain4j.RetryAfter;
import java.time.Duration;
import java.util.Map;

/**
 * The model that the environment asks for: a provider's if there is a key for it, else the stand-in.
 *
 * @param name the name shown to the user
 * @param model the model
 */
record Models(String name, StreamingChatModel model) {
    private static final String ANTHROPIC = "claude-sonnet-4-5";
    private static final String OPEN_AI = "gpt-4.1";

    /** The tokens of one turn. Anthropic asks for a limit. */
    private static final int MOST_TOKENS = 4096;

    /**
     * The model of an environment.
     *
     * @param environment its variables
     * @param pause how long the stand-in waits before each word
     */
    static Models of(Map<String, String> environment, Duration pause) {
        String anthropic = environment.getOrDefault("ANTHROPIC_API_KEY", "");
        String openAi = environment.getOrDefault("OPENAI_API_KEY", "");
        String wanted = environment.getOrDefault("CHAT_MODEL", "");
        if (!anthropic.isBlank()) {
            String name = wanted.isBlank() ? ANTHROPIC : wanted;
            return new Models(
                    name,
                    AnthropicStreamingChatModel.builder()
                            .httpClientBuilder(RetryAfter.http())
                            .apiKey(anthropic)
                            .modelName(name)
                            .maxTokens(MOST_TOKENS)
                            .build());
        }
        if (!openAi.isBlank()) {
            String name = wanted.isBlank() ? OPEN_AI : wanted;
            return new Models(
                    name,
                    OpenAiStreamingChatModel.builder()
                            .httpClientBuilder(RetryAfter.http())
                            .apiKey(openAi)
                            .modelName(name)
                            .build());
        }
        return new Models("a local stand-in (no API key found)", new LocalModel(pause));
    }
}
