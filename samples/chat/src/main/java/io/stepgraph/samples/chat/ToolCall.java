package io.stepgraph.samples.chat;

/**
 * A call of a tool that the model asks for.
 *
 * @param id the id that the model gave it; its result names it
 * @param name the tool
 * @param arguments a JSON object, as the model wrote it: it may be invalid
 */
public record ToolCall(String id, String name, String arguments) {}
