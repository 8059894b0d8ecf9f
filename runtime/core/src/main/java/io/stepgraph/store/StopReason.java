package io.stepgraph.store;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.json.JsonObject;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.graph.Json;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The reason for which a run has stopped; a run that is executed, or that anyone may continue, has no such reason. A
 * store keeps the reason as its {@link #kind} and its {@link #json}, and reads it back with {@link #of}.
 */
public sealed interface StopReason {

    /** The status of a run that stopped for this reason. */
    Status status();

    /** A short lower-case word that names the alternative. */
    String kind();

    /** The other parts, as a JSON object with one field for each; without fields where there are none. */
    default Json json() {
        return new JsonObject().json();
    }

    /**
     * Reads a reason as a store has kept it.
     *
     * @param kind the {@link #kind}
     * @param json the {@link #json}
     * @throws IllegalArgumentException if they are damaged; the message ends a sentence that begins with the run
     */
    static StopReason of(String kind, Json json) {
        JsonFields fields = JsonFields.of(json);
        return switch (kind) {
            case QuestionAsked.KIND ->
                new QuestionAsked(nonce(fields), fields.document("question"), fields.document("answerSchema"));
            case Answered.KIND -> new Answered(nonce(fields), fields.document("answer"), fields.textOrNull("by"));
            case Delayed.KIND -> new Delayed();
            case Waits.KIND -> new Waits();
            case Listens.KIND -> new Listens();
            case Called.KIND -> new Called(fields.texts("agents"), fields.integer("size"));
            case Joined.KIND -> new Joined(fields.texts("agents"), fields.integer("size"));
            case Parked.KIND -> new Parked(fields.text("reason"), mode(fields.textOrNull("requiredMode")));
            case Completed.KIND -> new Completed(fields.document("output"));
            case Failed.KIND -> new Failed(fields.document("failure"), fields.textOrNull("trace"));
            case Cancelled.KIND -> new Cancelled(fields.text("by"));
            default -> throw new IllegalArgumentException("is of kind '" + kind + "', which does not exist");
        };
    }

    /** Whether a reason of this kind, which may be null, is an {@link Answered} or a {@link Joined}. */
    static boolean isTakenUp(@Nullable String kind) {
        return Answered.KIND.equals(kind) || Joined.KIND.equals(kind);
    }

    private static String nonce(JsonFields fields) {
        return Names.kept(fields.text("nonce"), "nonce");
    }

    private static @Nullable PermissionMode mode(@Nullable String name) {
        try {
            return name == null ? null : PermissionMode.valueOf(name);
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException("has the mode '" + name + "', which does not exist", unknown);
        }
    }

    /**
     * The run waits for an answer.
     *
     * @param nonce the secret part of the ticket
     * @param question the question
     * @param answerSchema the schema of the answers, so that they can be checked without the user's classes
     */
    record QuestionAsked(String nonce, Json question, Json answerSchema) implements StopReason {
        private static final String KIND = "asked";

        @Override
        public Status status() {
            return Status.WAITING;
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public Json json() {
            return new JsonObject()
                    .put("nonce", nonce)
                    .put("question", question)
                    .put("answerSchema", answerSchema)
                    .json();
        }
    }

    /**
     * The question was answered in a process without the graph. A runner that has the graph
     * {@linkplain RunStore#acquire acquires the run} at the step that takes the answer (I4).
     *
     * @param nonce the secret part of the ticket, which is closed
     * @param answer the answer, as it was given
     * @param by the name of the answerer; null if none was given
     */
    record Answered(String nonce, Json answer, @Nullable String by) implements StopReason {
        private static final String KIND = "answered";

        @Override
        public Status status() {
            return Status.QUEUED;
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public Json json() {
            return new JsonObject()
                    .put("nonce", nonce)
                    .put("answer", answer)
                    .put("by", by)
                    .json();
        }
    }

    /** The run waits until its step is tried again; then anyone continues it (R6). */
    record Delayed() implements StopReason {
        private static final String KIND = "delayed";

        @Override
        public Status status() {
            return Status.QUEUED;
        }

        @Override
        public String kind() {
            return KIND;
        }
    }

    /** The run waits for a time; then it enters the step that follows (Q1). */
    record Waits() implements StopReason {
        private static final String KIND = "waits";

        @Override
        public Status status() {
            return Status.WAITING;
        }

        @Override
        public String kind() {
            return KIND;
        }
    }

    /** The run waits at a mailbox for a message, or for the end of the time for one (Q5). */
    record Listens() implements StopReason {
        /** The {@link #kind}, which a store compares. */
        public static final String KIND = "listens";

        @Override
        public Status status() {
            return Status.WAITING;
        }

        @Override
        public String kind() {
            return KIND;
        }
    }

    /**
     * The run has called agents, and waits for all of them (C2).
     *
     * @param agents the names of the agents
     * @param size how many runs were called
     */
    record Called(List<String> agents, int size) implements StopReason {
        /** The {@link #kind}, which a store compares. */
        public static final String KIND = "called";

        /** Copies the list. */
        public Called {
            agents = List.copyOf(agents);
        }

        @Override
        public Status status() {
            return Status.WAITING;
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public Json json() {
            return json(agents, size);
        }

        private static Json json(List<String> agents, int size) {
            return new JsonObject()
                    .put("agents", JsonTexts.array(agents))
                    .put("size", size)
                    .json();
        }
    }

    /**
     * All agents that the run has called have ended. A runner that has the graph {@linkplain RunStore#acquire acquires
     * the run} at the step that takes the results (C4). The store writes this reason with the last end; its JSON is
     * that of {@link Called}.
     *
     * @param agents the names of the agents
     * @param size how many runs were called
     */
    record Joined(List<String> agents, int size) implements StopReason {
        /** The {@link #kind}, which a store writes. */
        public static final String KIND = "joined";

        /** Copies the list. */
        public Joined {
            agents = List.copyOf(agents);
        }

        @Override
        public Status status() {
            return Status.QUEUED;
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public Json json() {
            return Called.json(agents, size);
        }
    }

    /**
     * The run stands before a step that it may not execute.
     *
     * @param reason why, for a person to read, as it was when the run parked
     * @param required the mode that the step requires; null if a hook parked the run
     */
    record Parked(String reason, @Nullable PermissionMode required) implements StopReason {
        private static final String KIND = "parked";

        @Override
        public Status status() {
            return Status.WAITING;
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public Json json() {
            return new JsonObject()
                    .put("reason", reason)
                    .put("requiredMode", required == null ? null : required.name())
                    .json();
        }
    }

    /**
     * The run has completed.
     *
     * @param output the result
     */
    record Completed(Json output) implements StopReason {
        private static final String KIND = "completed";

        @Override
        public Status status() {
            return Status.COMPLETED;
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public Json json() {
            return new JsonObject().put("output", output).json();
        }
    }

    /**
     * The run has failed.
     *
     * @param failure the {@code StepFailure}
     * @param trace the stack trace, for those who may see the state; null if nothing was thrown, or none is kept. A
     *     retry drops it with this reason
     */
    record Failed(Json failure, @Nullable String trace) implements StopReason {
        /** The largest number of characters of a {@link #summary}. */
        public static final int LONGEST_SUMMARY = 200;

        private static final String KIND = "failed";

        /** Creates a failure for which nothing was thrown. */
        public Failed(Json failure) {
            this(failure, null);
        }

        /**
         * Reads a failure as {@link StopReason#of} does, but without its trace, which is by far the largest part: for
         * lists.
         */
        public static Failed withoutTrace(Json json) {
            return new Failed(JsonFields.upTo("failure", json).document("failure"));
        }

        /** The stable code of the failure; null if it is damaged. */
        public @Nullable String code() {
            return field("code");
        }

        /** The message of the failure, or its exception if that has none, for a person who looks through a list. */
        public String summary() {
            String text = text();
            return text.codePointCount(0, text.length()) <= LONGEST_SUMMARY
                    ? text
                    : text.substring(0, text.offsetByCodePoints(0, LONGEST_SUMMARY - 1)) + "…";
        }

        private String text() {
            String message = field("message");
            return Objects.requireNonNullElseGet(
                    message == null || message.isBlank() ? field("type") : message, failure::text);
        }

        private @Nullable String field(String name) {
            try {
                return JsonFields.of(failure).textOrNull(name);
            } catch (IllegalArgumentException damaged) {
                return null;
            }
        }

        @Override
        public Status status() {
            return Status.FAILED;
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public Json json() {
            return new JsonObject().put("failure", failure).put("trace", trace).json();
        }
    }

    /**
     * The run was cancelled.
     *
     * @param by the name of the person or system that cancelled it; empty if no name was given
     */
    record Cancelled(String by) implements StopReason {
        private static final String KIND = "cancelled";

        @Override
        public Status status() {
            return Status.CANCELLED;
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public Json json() {
            return new JsonObject().put("by", by).json();
        }
    }
}
