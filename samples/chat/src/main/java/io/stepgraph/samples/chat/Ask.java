package io.stepgraph.samples.chat;

/**
 * A question of the model to the user: a call of {@code ask_user}.
 *
 * @param callId the call, which gets the reply as its result
 * @param question the question
 */
public record Ask(String callId, String question) {}
