package io.stepgraph.langchain4j;

import org.jspecify.annotations.Nullable;

/**
 * The result of {@link Tools#act(Conversation, io.stepgraph.runtime.StepContext, java.util.function.Function)}.
 *
 * @param conversation the conversation with the new results
 * @param ask the call that a person has to approve next; null if each call has its result
 */
public record Acted(Conversation conversation, @Nullable ToolCall ask) {}
