package io.stepgraph.samples.events;

import java.util.List;

/**
 * An answer of the model.
 *
 * @param text its text, which is empty if the model only calls tools
 * @param toolCalls the tools that it calls
 */
public record LlmResponse(String text, List<ToolCall> toolCalls) {}
