package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.Path;
import io.stepgraph.internal.json.UndeclaredTypes;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.AnsweredReader;
import io.stepgraph.internal.step.GateAnswer;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.step.StoredAnswer;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The answered questions of one graph, by the types of its interrupts (A2, A4). Safe for use by many threads. */
public final class AnsweredQuestions<N extends Enum<N>> implements AnsweredReader {
    private final GraphPlan<N> plan;
    private final Supplier<GraphCodecs<N>> codecs;

    /**
     * Those of one graph.
     *
     * @param codecs gives its codecs once there is an answered question to write or read
     */
    public AnsweredQuestions(GraphPlan<N> plan, Supplier<GraphCodecs<N>> codecs) {
        this.plan = plan;
        this.codecs = codecs;
    }

    /** The stored form of an answer that a machine has taken. */
    public StoredAnswer write(StepPlan<N> interrupt, Object question, Object answer) {
        return new StoredAnswer(
                codecs.get().question(interrupt).write(question).text(),
                codecs.get().answers(interrupt).write(answer).text(),
                Instant.now(),
                null);
    }

    @Override
    public Answered<?, ?> read(StepCursor<?, ?> visit) {
        GateAnswer opened = Objects.requireNonNull(RuleState.entered(visit.ruleState));
        StoredAnswer stored = Objects.requireNonNull(opened.stored());
        StepPlan<N> interrupt = Objects.requireNonNull(plan.find(opened.interrupt()));
        try {
            return new Answered<>(
                    codecs.get().question(interrupt).read(Json.of(stored.question())),
                    codecs.get().answers(interrupt).readStored(Json.of(stored.answer())),
                    opened.by(),
                    stored.at(),
                    opened.visit());
        } catch (UnreadableValueException unreadable) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "Step '" + visit.step.name + "' takes the question of '" + interrupt.name
                            + "' that was answered at visit "
                            + opened.visit() + ", and this build cannot read it. Nothing was executed. "
                            + unreadable.getMessage(),
                    unreadable);
        }
    }

    @Override
    public void checkPart(String effect, Object request, StoredAnswer stored) {
        ValueCodec requests = codecs.get().of(UndeclaredTypes.of(request, "the request of effect '" + effect + "'"));
        JsonNode part = requests.tree(request);
        if (!contains(tree(stored.question()), part) && !contains(tree(stored.answer()), part)) {
            throw new IllegalArgumentException("Effect '" + effect + "' asks for " + part
                    + ", which is no part of the question that was answered: " + stored.question()
                    + ", nor of its answer: " + stored.answer());
        }
    }

    private JsonNode tree(String document) {
        return codecs.get().tree(Json.of(document));
    }

    private static boolean contains(@Nullable JsonNode whole, JsonNode part) {
        if (whole == null) {
            return false;
        }
        if (JsonDiff.between(Path.root(""), whole, part) == null) {
            return true;
        }
        for (JsonNode child : whole) {
            if (contains(child, part)) {
                return true;
            }
        }
        return false;
    }
}
