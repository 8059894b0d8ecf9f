package io.stepgraph.samples.chat;

/**
 * The result of a run.
 *
 * @param text what the agent says to the user in the end
 * @param ending why it is the end
 */
public record Answer(String text, Ending ending) {

    /** The ways in which a run ends. */
    public enum Ending {
        /** The model has answered. */
        ANSWERED,
        /** The model took too many turns. */
        TOO_MANY_TURNS,
        /** The model called too many tools. */
        TOO_MANY_TOOLS,
        /** The model broke off in the middle of its text, which is part of the answer. */
        BROKEN_OFF,
        /** The model could not be reached. */
        UNREACHABLE
    }
}
