package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.LeafTyping;
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
    private static final int MAX_SHOWN = 200;

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

    /** The stored form of a question. */
    public String write(StepPlan<N> interrupt, Object question) {
        return codecs.get().question(interrupt).write(question).text();
    }

    /** The stored form of an answer to it that a machine has taken. */
    public StoredAnswer write(StepPlan<N> interrupt, String question, Object answer) {
        return new StoredAnswer(
                question, codecs.get().answers(interrupt).write(answer).text(), Instant.now(), null);
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
    public void checkPart(String effect, Object request, boolean isOfAnswer, StoredAnswer stored) {
        ValueCodec requests = codecs.get().of(UndeclaredTypes.of(request, "the request of effect '" + effect + "'"));
        JsonNode part = requests.tree(request);
        String whole = isOfAnswer ? stored.answer() : stored.question();
        if (!contains(tree(whole), part)) {
            throw new IllegalArgumentException("Effect '" + effect + "' asks for " + cut(part.toString())
                    + ", which is no part of the " + (isOfAnswer ? "answer" : "question that was answered") + ": "
                    + cut(whole));
        }
    }

    private static String cut(String document) {
        return document.length() <= MAX_SHOWN ? document : document.substring(0, MAX_SHOWN) + "…";
    }

    private JsonNode tree(String document) {
        return codecs.get().tree(Json.of(document));
    }

    /** A value of a sealed type has a type in the question, and as a request of its own it has none. */
    private static boolean isSame(@Nullable JsonNode whole, JsonNode part) {
        if (whole == null || !whole.isContainer() || whole.getNodeType() != part.getNodeType()) {
            return JsonDiff.between(Path.root(""), whole, part) == null;
        }
        int untyped = whole.has(LeafTyping.PROPERTY) && !part.has(LeafTyping.PROPERTY) ? 1 : 0;
        if (whole.size() != part.size() + untyped) {
            return false;
        }
        for (int i = 0; whole.isArray() && i < part.size(); i++) {
            if (!isSame(whole.get(i), part.get(i))) {
                return false;
            }
        }
        return part.propertyNames().stream().allMatch(name -> isSame(whole.get(name), part.get(name)));
    }

    private static boolean contains(@Nullable JsonNode whole, JsonNode part) {
        if (whole == null) {
            return false;
        }
        if (isSame(whole, part)) {
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
