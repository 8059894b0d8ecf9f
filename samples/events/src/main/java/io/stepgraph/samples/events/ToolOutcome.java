package io.stepgraph.samples.events;

/** How a tool call ended. */
public sealed interface ToolOutcome {

    /** {@return the outcome as the model reads it} */
    String text();

    /**
     * The tool has done its work.
     *
     * @param output its result, as JSON
     */
    record Success(String output) implements ToolOutcome {
        @Override
        public String text() {
            return output;
        }
    }

    /**
     * The tool has failed.
     *
     * @param error the reason
     */
    record Failure(String error) implements ToolOutcome {
        /** Begins the text of each failure. */
        public static final String PREFIX = "The tool failed: ";

        /** Nobody knows what the call has done, because the program was stopped meanwhile. */
        public static final Failure INTERRUPTED = new Failure(
                "the program was stopped while it executed this call. See what the call has done before you repeat it.");

        @Override
        public String text() {
            return PREFIX + error;
        }
    }
}
