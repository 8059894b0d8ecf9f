package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.codec.ValueCodec;
import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.JsonObject;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.GateEntry;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Saves the run of a machine as one JSON object, and reads it back. Each value is written with the codec of its own
 * type.
 */
final class Snapshots<S, N extends Enum<N>> {
    private final GraphPlan<N> plan;
    private final GraphCodecs<N> codecs;
    private final ModeGate gate;

    /**
     * The snapshots of one machine.
     *
     * @param gate the modes of the machine
     */
    Snapshots(GraphCodecs<N> codecs, ModeGate gate) {
        this.plan = codecs.plan;
        this.codecs = codecs;
        this.gate = gate;
    }

    /** The way in which the run has paused or ended. */
    private enum Kind {
        NEW,
        ASKED,
        PAUSED,
        LISTENING,
        PARKED,
        COMPLETED,
        FAILED
    }

    /**
     * A run that was read.
     *
     * @param number what tells its effects apart from those of other runs; null if it was not started
     * @param at the position of the run; null if it was not started
     * @param outcome the outcome of the run; null if it was not started
     */
    record Restored<S, N extends Enum<N>>(
            @Nullable String number,
            @Nullable StepCursor<S, N> at,
            @Nullable RunOutcome<N> outcome) {}

    /** Saves a run; both are null if it was not started. */
    String write(Supplier<String> number, @Nullable StepCursor<S, N> cursor, @Nullable RunOutcome<N> outcome) {
        JsonObject snapshot =
                new JsonObject().put("graph", plan.spec.name()).put("fingerprint", plan.spec.fingerprint());
        if (cursor == null || outcome == null) {
            return snapshot.put("stopReason", Kind.NEW.name()).json().text();
        }
        Json input = cursor.input == null ? null : codecs.input(cursor.step).write(cursor.input);
        put(snapshot, cursor, outcome)
                .put("number", number.get())
                .put("step", cursor.step.name)
                .put("visit", cursor.visit)
                .put("attempt", cursor.attempt)
                .put("budgetStartVisit", cursor.budgetStartVisit)
                .put("ruleState", codecs.write(cursor.ruleState))
                .put("state", codecs.state().write(cursor.state))
                .put("input", input);
        return snapshot.json().text();
    }

    private JsonObject put(JsonObject snapshot, StepCursor<S, N> cursor, RunOutcome<N> outcome) {
        if (outcome instanceof RunOutcome.QuestionAsked<N> asked) {
            return snapshot.put("stopReason", Kind.ASKED.name())
                    .put("value", codecs.question(cursor.step).write(asked.question()));
        }
        if (outcome instanceof RunOutcome.Paused<N> paused) {
            return snapshot.put("stopReason", Kind.PAUSED.name())
                    .put("until", paused.until().toString());
        }
        if (outcome instanceof RunOutcome.Listening<N> listening) {
            Instant until = listening.until();
            return snapshot.put("stopReason", Kind.LISTENING.name())
                    .put("until", until == null ? null : until.toString());
        }
        if (outcome instanceof RunOutcome.Parked<N> parked) {
            PermissionMode required = parked.required();
            return snapshot.put("stopReason", Kind.PARKED.name())
                    .put("reason", parked.reason())
                    .put("required", required == null ? null : required.name());
        }
        if (outcome instanceof RunOutcome.Completed<N> completed) {
            Object result = completed.result();
            return snapshot.put("stopReason", Kind.COMPLETED.name())
                    .put(
                            "value",
                            result == cursor.state ? null : codecs.output().write(result));
        }
        StepFailure<?> failure = ((RunOutcome.Failed<N>) outcome).failure();
        return snapshot.put("stopReason", Kind.FAILED.name())
                .put("failure", codecs.failure().write(failure));
    }

    /**
     * Reads a run.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it cannot be read
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if it stands at a step that this build does not
     *     have
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     * @throws StepgraphException with {@link ErrorCode#WRONG_GRAPH} if it is of another graph
     */
    Restored<S, N> read(String text) {
        try {
            JsonNode snapshot = Canonical.tree(Json.of(text));
            String graph = text(snapshot, "graph");
            String name = text(snapshot, "step");
            String stopReason = text(snapshot, "stopReason");
            if (graph == null || stopReason == null || (name == null) != stopReason.equals(Kind.NEW.name())) {
                throw new StepgraphException(
                        ErrorCode.CORRUPT_CHECKPOINT,
                        "The snapshot does not name its graph, its step, and how the run paused or ended.");
            }
            if (!graph.equals(plan.spec.name())) {
                throw new StepgraphException(
                        ErrorCode.WRONG_GRAPH,
                        "The snapshot is of graph '" + graph + "', not of '" + plan.spec.name() + "'.");
            }
            return name == null
                    ? new Restored<>(null, null, null)
                    : read(snapshot, Kind.valueOf(stopReason), plan.known("The snapshot", name));
        } catch (UnreadableValueException
                | JacksonException
                | IllegalArgumentException
                | DateTimeException unreadable) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The snapshot cannot be read. " + unreadable.getMessage(),
                    unreadable);
        }
    }

    @SuppressWarnings("unchecked") // the codec of the state gives states
    private Restored<S, N> read(JsonNode snapshot, Kind kind, StepPlan<N> step) {
        RuleState ruleState = codecs.readRuleState(part(snapshot, "ruleState"), step);
        if (kind != Kind.COMPLETED && kind != Kind.FAILED) {
            GateEntry.check(plan, step, ruleState, "The snapshot");
        }
        if (step.takesInput != (part(snapshot, "input") != null)) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT, "The snapshot lacks the input that step '" + step.name + "' takes.");
        }
        Object state = read(snapshot, "state", codecs.state());
        Object input = step.takesInput ? read(snapshot, "input", codecs.input(step)) : null;
        StepCursor<S, N> cursor = new StepCursor<>(step, (S) state, input, ruleState);
        cursor.visit = snapshot.path("visit").longValue(0);
        cursor.attempt = snapshot.path("attempt").intValue(1);
        cursor.budgetStartVisit = snapshot.path("budgetStartVisit").longValue(0);
        return new Restored<>(present(text(snapshot, "number"), "number"), cursor, outcome(snapshot, kind, cursor));
    }

    private RunOutcome<N> outcome(JsonNode snapshot, Kind kind, StepCursor<S, N> cursor) {
        StepPlan<N> step = cursor.step;
        return switch (kind) {
            case PARKED -> {
                String required = text(snapshot, "required");
                yield gate.parked(
                        step,
                        present(text(snapshot, "reason"), "reason"),
                        required == null ? null : PermissionMode.valueOf(required),
                        cursor.attempt > 1);
            }
            case PAUSED ->
                new RunOutcome.Paused<>(
                        new CheckpointReader<S, N>(codecs).pause("The snapshot", step.name).step,
                        Instant.parse(present(text(snapshot, "until"), "until")));
            case LISTENING -> {
                String until = text(snapshot, "until");
                yield new RunOutcome.Listening<>(
                        new CheckpointReader<S, N>(codecs).mailbox("The snapshot", step.name).step,
                        until == null ? null : Instant.parse(until));
            }
            case COMPLETED ->
                new RunOutcome.Completed<>(
                        part(snapshot, "value") == null ? cursor.state : read(snapshot, "value", codecs.output()));
            case FAILED -> new RunOutcome.Failed<>((StepFailure<?>) read(snapshot, "failure", codecs.failure()), null);
            case ASKED ->
                new RunOutcome.QuestionAsked<>(
                        step.step, InMemoryCheckpointer.ticket(step), read(snapshot, "value", codecs.question(step)));
            case NEW ->
                throw new StepgraphException(
                        ErrorCode.CORRUPT_CHECKPOINT, "The snapshot has a step and was not started.");
        };
    }

    private static Object read(JsonNode snapshot, String name, ValueCodec type) {
        return type.read(present(part(snapshot, name), name));
    }

    private static @Nullable Json part(JsonNode snapshot, String name) {
        JsonNode part = snapshot.get(name);
        return part == null || part.isNull() ? null : Canonical.unsorted(part);
    }

    private static @Nullable String text(JsonNode snapshot, String name) {
        JsonNode text = snapshot.get(name);
        return text != null && text.isString() ? text.stringValue() : null;
    }

    private static <T> T present(@Nullable T part, String name) {
        if (part == null) {
            throw new StepgraphException(ErrorCode.CORRUPT_CHECKPOINT, "The snapshot lacks its " + name + ".");
        }
        return part;
    }
}
