package io.stepgraph.samples.events.model;

import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.time.Duration;
import java.util.Map;

/**
 * The model that the environment asks for: a provider's if there is a key for it, else the recorded session.
 *
 * @param name the name shown to the user
 * @param model the model
 * @param isRecorded whether it is the recorded session
 */
public record Models(String name, StreamingChatModel model, boolean isRecorded) {
    private static final String ANTHROPIC = "claude-sonnet-4-5";
    private static final String OPEN_AI = "gpt-4.1";

    /**
     * Chooses the model.
     *
     * @param environment the environment of the program
     * @param pause the time between two words of the recorded session
     * @return the model
     */
    public static Models of(Map<String, String> environment, Duration pause) {
        String wanted = environment.getOrDefault("EVENTS_MODEL", "");
        String anthropicKey = environment.getOrDefault("ANTHROPIC_API_KEY", "");
        if (!anthropicKey.isBlank()) {
            String name = wanted.isBlank() ? ANTHROPIC : wanted;
            return new Models(
                    name,
                    AnthropicStreamingChatModel.builder()
                            .apiKey(anthropicKey)
                            .modelName(name)
                            .maxTokens(8_192)
                            .build(),
                    false);
        }
        String openAiKey = environment.getOrDefault("OPENAI_API_KEY", "");
        if (!openAiKey.isBlank()) {
            String name = wanted.isBlank() ? OPEN_AI : wanted;
            return new Models(
                    name,
                    OpenAiStreamingChatModel.builder()
                            .apiKey(openAiKey)
                            .modelName(name)
                            .build(),
                    false);
        }
        return new Models("a recorded session (no API key found)", RecordedSession.load(pause), true);
    }
}
