package io.stepgraph.langchain4j;

import io.stepgraph.Action;

/** A person's answer to a {@link Proposal}. */
public sealed interface Decision {

    /** An answer after which something is carried out. */
    sealed interface Permitted extends Decision {}

    /** The call of the question is carried out. */
    record Approved() implements Permitted {}

    /**
     * Another call is carried out instead, of the same tool and with the same id.
     *
     * @param call the call; {@link Proposal#edited} makes it
     */
    record Edited(@Action ToolCall call) implements Permitted {}

    /**
     * Nothing is carried out.
     *
     * @param why the reason, which the model is told
     */
    record Rejected(String why) implements Decision {}
}
