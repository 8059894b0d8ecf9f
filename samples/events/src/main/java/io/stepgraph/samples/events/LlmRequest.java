package io.stepgraph.samples.events;

import java.util.List;

/**
 * A request to the model.
 *
 * @param messages the conversation so far
 */
public record LlmRequest(List<Message> messages) {}
