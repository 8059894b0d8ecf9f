package io.stepgraph.langchain4j;

import io.stepgraph.Action;

/**
 * A question that a person answers with a {@link Decision}: whether a call is carried out.
 *
 * @param text the question in words, such as "Pay back 500 cents?"
 * @param call the call exactly as it is carried out
 * @param said the words of the model beside its call; empty if there are none
 */
public record Proposal(String text, @Action ToolCall call, String said) {

    /**
     * Returns the answer that carries out the same call with other arguments.
     *
     * @param json the arguments, a JSON object
     * @throws IllegalArgumentException if it is no JSON object
     */
    public Decision.Edited edited(String json) {
        return new Decision.Edited(ToolCall.of(call.id(), call.name(), json));
    }
}
