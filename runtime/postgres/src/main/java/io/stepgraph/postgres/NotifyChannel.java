package io.stepgraph.postgres;

import io.stepgraph.store.RunKey;
import org.jspecify.annotations.Nullable;

/**
 * The text of a notification: the run that has changed. Names may hold any character, so that their length tells where
 * one ends.
 */
final class NotifyChannel {
    private NotifyChannel() {}

    /**
     * The channel of the stores of one schema. If two schemas happen to have the same channel, their stores only look
     * once more than they need to.
     */
    static String channel(String schema) {
        return "stepgraph_" + Integer.toHexString(schema.hashCode());
    }

    static String text(RunKey run) {
        return run.namespace().length() + ":" + run.namespace() + run.id();
    }

    /** The run; null if this library did not write the text. */
    static @Nullable RunKey read(String text) {
        int colon = text.indexOf(':');
        try {
            int end = colon + 1 + Integer.parseInt(text.substring(0, Math.max(0, colon)));
            return new RunKey(text.substring(colon + 1, end), text.substring(end));
        } catch (NumberFormatException | StringIndexOutOfBoundsException foreign) {
            return null;
        }
    }
}
