package io.stepgraph.langchain4j;

import io.stepgraph.langchain4j.Reply.BrokenOff;
import io.stepgraph.langchain4j.ToolAgent.Chat;

/** The words of {@link ToolAgent} where it has no words of the model, or no result of a tool. */
final class Closing {
    static final String NOT_CARRIED_OUT = "Not carried out. A limit of this message is reached.";
    private static final String KEPT = " What I have found is kept. Ask me to go on, or for a smaller part of it.";

    private Closing() {}

    static String limitReached(Chat chat, Limits limits) {
        if (chat.calls > limits.calls()) {
            return "I stop here: I may call " + limits.calls() + " tools for one message, and wanted more." + KEPT;
        }
        if (chat.tokens >= limits.tokens()) {
            return "I stop here: one message may take " + limits.tokens() + " tokens, and this one has taken "
                    + chat.tokens + "." + KEPT;
        }
        return "I stop here: I have thought about this for " + chat.turns + " turns without an answer." + KEPT;
    }

    /** The words that follow what the model had said until then. */
    static String brokenOff(BrokenOff early) {
        String gap = early.text().isEmpty() ? "" : "\n\n";
        return gap + "[The answer broke off here: " + early.why() + " Ask again, and I start over.]";
    }

    static String unreachable(String why) {
        return "I have no answer, because the model failed: " + why + " Your message is kept; ask again later.";
    }

    static String notRead(String why) {
        return "Not carried out. A tool that reads did not end: " + why;
    }
}
