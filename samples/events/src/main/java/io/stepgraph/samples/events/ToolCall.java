package io.stepgraph.samples.events;

/**
 * A call of a tool, as the model wants it.
 *
 * @param id tells the calls of a turn apart
 * @param toolName the tool
 * @param arguments its arguments, as a JSON object
 */
public record ToolCall(String id, String toolName, String arguments) {}
