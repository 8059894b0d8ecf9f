package io.stepgraph.samples.chat;

import dev.langchain4j.http.client.jdk.JdkHttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
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
        String wanted = environment.getOrDefault("CHAT_MODEL", "");
        String anthropicKey = environment.getOrDefault("ANTHROPIC_API_KEY", "");
        if (!anthropicKey.isBlank()) {
            String name = wanted.isBlank() ? ANTHROPIC : wanted;
            return new Models(
                    name,
                    AnthropicStreamingChatModel.builder()
                            .httpClientBuilder(client())
                            .apiKey(anthropicKey)
                            .modelName(name)
                            .maxTokens(MOST_TOKENS)
                            .build());
        }
        String openAiKey = environment.getOrDefault("OPENAI_API_KEY", "");
        if (!openAiKey.isBlank()) {
            String name = wanted.isBlank() ? OPEN_AI : wanted;
            return new Models(name, openAi(openAiKey, name, "https://api.openai.com/v1"));
        }
        return new Models("a local stand-in (no API key found)", new LocalModel(pause));
    }

    static StreamingChatModel openAi(String key, String name, String address) {
        return OpenAiStreamingChatModel.builder()
                .httpClientBuilder(client())
                .baseUrl(address)
                .apiKey(key)
                .modelName(name)
                .build();
    }

    private static JdkHttpClientBuilder client() {
        return new JdkHttpClientBuilder().httpClientBuilder(new RetryAfterBuilder());
    }
}
