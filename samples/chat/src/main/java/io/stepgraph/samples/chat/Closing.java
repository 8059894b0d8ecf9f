package io.stepgraph.samples.chat;

/** The words with which the agent ends without a whole answer of the model. */
final class Closing {
    static final String TOO_MANY_TURNS = "I stop here: I have thought about this for " + ChatAgent.MAX_TURNS
            + " turns without an answer. What I have found is kept. Ask me for a smaller part of it.";

    static final String TOO_MANY_TOOLS = "I stop here: I may call " + ChatAgent.MAX_TOOL_CALLS
            + " tools for one message, and wanted more. What I have found is kept. Ask me to continue.";

    private Closing() {}

    /** The words that follow the text that the model had said until then. */
    static String brokenOff(BrokenOff early) {
        String gap = early.text().isEmpty() ? "" : "\n\n";
        return gap + "[The answer broke off here: " + early.reason() + " Ask again, and I start over.]";
    }

    static String unreachable(String reason) {
        return "I have no answer, because the model failed: " + reason + " Your message is kept; ask again later.";
    }
}
