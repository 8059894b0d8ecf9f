package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.GraphSpec;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.ValueType;
import io.stepgraph.runtime.json.AnswerCodec;
import io.stepgraph.runtime.json.Codec;
import io.stepgraph.runtime.store.Json;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** All values of one graph that are ever written or read, by step: only declared types (S6). Resolved at first use. */
final class GraphValues<N extends Enum<N>> {
    private static final ValueType FAILURE = ValueType.of(StepFailure.class);
    private static final ValueType MARKS = ValueType.of(Marks.Stored.class);

    private final Codec codec;
    private final Values state;
    private final Values output;
    private final @Nullable ValueType signalType;
    private volatile @Nullable Values signals;

    // By step. Races are harmless: two threads may both verify.
    private final boolean[] verified;

    private final AtomicReferenceArray<@Nullable Values> inputs;
    private final AtomicReferenceArray<@Nullable Values> questions;
    private final AtomicReferenceArray<@Nullable AnswerCodec> answers;
    private final ConcurrentMap<ValueType, Values> ours = new ConcurrentHashMap<>();

    GraphValues(GraphSpec<N> spec, int maxValueBytes) {
        this.codec = new Codec(maxValueBytes);
        this.state = new Values(codec.of(spec.state()));
        this.output = spec.output().equals(spec.state()) ? state : new Values(codec.of(spec.output()));
        this.signalType = spec.signal();
        int steps = spec.steps().size();
        this.verified = new boolean[steps];
        this.inputs = new AtomicReferenceArray<>(steps);
        this.questions = new AtomicReferenceArray<>(steps);
        this.answers = new AtomicReferenceArray<>(steps);
    }

    Values state() {
        return state;
    }

    /**
     * Writes the state that a step leaves behind. The first one of each step in this process is read back and compared: a
     * run often starts with little in its state (R5).
     */
    Json left(StepPlan<N> step, Object value) {
        if (verified[step.index]) {
            return state.write(value);
        }
        Json written = state.verified(value);
        verified[step.index] = true;
        return written;
    }

    Values output() {
        return output;
    }

    /** Whether a state that is the result has the same text as such. */
    boolean outputIsState() {
        return output == state;
    }

    Values input(StepPlan<N> step) {
        return FAILURE.equals(step.spec.input()) ? failure() : resolved(inputs, step, step.spec.input());
    }

    Values question(StepPlan<N> interrupt) {
        return resolved(questions, interrupt, interrupt.spec.question());
    }

    AnswerCodec answers(StepPlan<N> interrupt) {
        AnswerCodec known = answers.get(interrupt.index);
        if (known == null) {
            known = codec.ofAnswers(interrupt.spec.answers());
            answers.set(interrupt.index, known);
        }
        return known;
    }

    /** Signals; null if the graph declares none. */
    @Nullable Values signals() {
        Values known = signals;
        if (known == null && signalType != null) {
            known = new Values(codec.of(signalType));
            signals = known;
        }
        return known;
    }

    Values failure() {
        return unlimited(FAILURE);
    }

    Values marks() {
        return unlimited(MARKS);
    }

    private Values unlimited(ValueType type) {
        Values known = ours.get(type);
        if (known == null) {
            known = new Values(codec.withoutLimit(type));
            ours.put(type, known);
        }
        return known;
    }

    /** Values of a type of our own around the user's. */
    Values of(ValueType type) {
        Values known = ours.get(type);
        if (known == null) {
            known = new Values(codec.of(type));
            ours.put(type, known);
        }
        return known;
    }

    /** A document taken apart. */
    JsonNode tree(Json document) {
        return codec.tree(document);
    }

    /** A part of one. */
    Json document(JsonNode tree) {
        return codec.document(tree);
    }

    @Nullable String difference(Json one, Json other) {
        return codec.difference(one, other);
    }

    private Values resolved(AtomicReferenceArray<@Nullable Values> all, StepPlan<N> step, @Nullable ValueType type) {
        Values known = all.get(step.index);
        if (known == null) {
            if (type == null) {
                throw new IllegalStateException("Step '" + step.name + "' has no such value.");
            }
            known = new Values(codec.of(type));
            all.set(step.index, known);
        }
        return known;
    }
}
