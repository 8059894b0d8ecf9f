package io.stepgraph.langchain4j;

import dev.langchain4j.data.message.AiMessage;

/** The end of a call of a model. */
public sealed interface Reply {

    /**
     * A whole message: a text, calls of tools, or both.
     *
     * @param message the message
     * @param tokens the tokens of the request and the message together; 0 if the model does not tell them
     */
    record Said(AiMessage message, int tokens) implements Reply {}

    /**
     * A text that broke off, or no text at all. The calls of tools of such a message are not complete, and are dropped.
     *
     * @param text what was emitted; may be empty
     * @param why the reason, with a full stop
     */
    record BrokenOff(String text, String why) implements Reply {}
}
