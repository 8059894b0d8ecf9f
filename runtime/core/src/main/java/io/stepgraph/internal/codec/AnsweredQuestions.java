package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.AnsweredReader;
import io.stepgraph.internal.step.ApprovedActions;
import io.stepgraph.internal.step.GateAnswer;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.step.StoredAnswer;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
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

    /**
     * An answer that opens a gate, as it stays with the visits behind it.
     *
     * @param question the question as it is stored
     * @param answer the answer as it is stored
     * @param approval names the approval (A5)
     */
    public StoredAnswer stored(StepPlan<N> interrupt, Json question, Json answer, Instant at, String approval) {
        return new StoredAnswer(sorted(interrupt, question), answer.text(), at, approval);
    }

    /** With the elements of sets in one order, so that it can be compared with what is read of it in any process. */
    private String sorted(StepPlan<N> interrupt, Json question) {
        ValueCodec type = codecs.get().question(interrupt);
        try {
            JsonNode sorted = type.tree(type.read(question));
            if (unordered(sorted).equals(unordered(codecs.get().tree(question)))) {
                return codecs.get().document(sorted).text();
            }
        } catch (UnreadableValueException | NotStorableException ofThisBuild) {
            // The step that takes it says so.
        }
        return question.text();
    }

    private String unordered(JsonNode node) {
        if (node.isArray()) {
            return node.valueStream().map(this::unordered).sorted().toList().toString();
        }
        if (!node.isObject()) {
            return codecs.get().normalised(node).text();
        }
        Map<String, String> properties = new TreeMap<>();
        node.properties().forEach(property -> properties.put(property.getKey(), unordered(property.getValue())));
        return properties.toString();
    }

    @Override
    public Answered<?, ?> read(StepCursor<?, ?> visit) {
        GateAnswer opened = Objects.requireNonNull(RuleState.entered(visit.ruleState));
        StoredAnswer stored = Objects.requireNonNull(opened.stored());
        StepPlan<N> interrupt = plan.known("The answer that opened step '" + visit.step.name + "'", opened.interrupt());
        GraphCodecs<N> types = codecs.get();
        try {
            Object question = types.question(interrupt).read(Json.of(stored.question()));
            Object answer = types.answers(interrupt).readStored(Json.of(stored.answer()));
            checkSame(
                    stored.question(), types.document(types.question(interrupt).tree(question)), opened);
            checkSame(stored.answer(), types.answers(interrupt).write(answer), opened);
            return new Answered<>(question, answer, opened.by(), stored.at(), opened.visit());
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

    private void checkSame(String stored, Json again, GateAnswer opened) {
        String path = codecs.get().difference(Json.of(stored), again);
        if (path != null) {
            throw new NotStorableException(
                    ErrorCode.NOT_STORABLE,
                    path,
                    "The question of '" + opened.interrupt() + "' at visit " + opened.visit()
                            + ", or its answer, does not come back as it was shown: '" + path
                            + "' is another one. Nothing was executed. Let its constructors change nothing.",
                    null);
        }
    }

    /**
     * Refuses the question of an interrupt that asks for something else than the action of the first approval (A7).
     *
     * @param question the question as it is stored
     * @throws StepgraphException with {@link ErrorCode#INVALID_TRANSITION} if it does
     */
    public void checkAsked(StepCursor<?, N> asking, Json question) {
        if (!asking.step.isExactly) {
            return;
        }
        StoredActions first = approved(asking);
        ValueCodec type = codecs.get().question(asking.step);
        Object asked = type.read(question);
        boolean isAsStored =
                unordered(type.tree(asked)).equals(unordered(codecs.get().tree(question)));
        StoredActions second = new StoredActions(codecs.get(), asking.step, asked, null, "");
        if (!isAsStored || !second.isSameAs(first)) {
            throw new StepgraphException(
                    ErrorCode.INVALID_TRANSITION,
                    "Interrupt '" + asking.step.name + "' asks for another action than '"
                            + Objects.requireNonNull(RuleState.entered(asking.ruleState))
                                    .interrupt()
                            + "' approved. It asks for " + second + ", and approved is " + first
                            + ". Nobody was asked. Show the approved action, or leave out exactly = true.");
        }
    }

    @Override
    public ApprovedActions actions(StepCursor<?, ?> visit) {
        return approved(visit);
    }

    private StoredActions approved(StepCursor<?, ?> visit) {
        Answered<?, ?> answered = read(visit);
        GateAnswer opened = Objects.requireNonNull(RuleState.entered(visit.ruleState));
        StepPlan<N> interrupt = plan.known("The answer", opened.interrupt());
        return new StoredActions(
                codecs.get(),
                interrupt,
                answered.question(),
                // An answer brings no action of its own where the question asked for that of an earlier approval (A7).
                interrupt.isExactly ? null : answered.answer(),
                Objects.requireNonNull(opened.stored()).approval());
    }
}
