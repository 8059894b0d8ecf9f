package io.stepgraph.samples.refund.plan;

import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.util.Map;

/** Chooses the planner. */
public final class Planners {
    private static final String ANTHROPIC = "claude-sonnet-4-5";
    private static final String OPEN_AI = "gpt-4.1";

    private Planners() {}

    /** The model of a provider if the environment has a key for it, else the rules. */
    public static Planner of(Map<String, String> environment) {
        String wanted = environment.getOrDefault("REFUND_MODEL", "");
        String anthropicKey = environment.getOrDefault("ANTHROPIC_API_KEY", "");
        if (!anthropicKey.isBlank()) {
            String name = wanted.isBlank() ? ANTHROPIC : wanted;
            return new ModelPlanner(
                    name,
                    AnthropicChatModel.builder()
                            .apiKey(anthropicKey)
                            .modelName(name)
                            .build());
        }
        String openAiKey = environment.getOrDefault("OPENAI_API_KEY", "");
        if (!openAiKey.isBlank()) {
            String name = wanted.isBlank() ? OPEN_AI : wanted;
            return new ModelPlanner(
                    name,
                    OpenAiChatModel.builder().apiKey(openAiKey).modelName(name).build());
        }
        return new RulePlanner();
    }
}
