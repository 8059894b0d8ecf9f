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
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The answered questions of one graph, by the types of its interrupts (A2, A4). Safe for use by many threads. */
public final class AnsweredQuestions<N extends Enum<N>> implements AnsweredReader {
    private final GraphPlan<N> plan;
    private final Supplier<GraphCodecs<N>> codecs;

    /**
     * Creates the reader of one graph.
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
     * @param first the approval for whose action the interrupt has asked; null if it has asked for its own (A7)
     * @param approval names the approval (A5)
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has asked for another action
     */
    public StoredAnswer stored(
            StepPlan<N> interrupt,
            Json question,
            Object answer,
            @Nullable GateAnswer first,
            Instant at,
            String approval) {
        String of = approval;
        if (first != null) {
            check(interrupt, question, first, ErrorCode.GATE_BYPASSED, "Nothing was changed.");
            of = Objects.requireNonNull(first.stored()).approval();
        }
        String written = codecs.get().answers(interrupt).write(answer).text();
        return new StoredAnswer(question.text(), written, at, of);
    }

    @Override
    public Answered<?, ?> read(StepCursor<?, ?> visit) {
        return read(visit.step.name, Objects.requireNonNull(RuleState.entered(visit.ruleState)));
    }

    private Answered<?, ?> read(String step, GateAnswer opened) {
        StoredAnswer stored = Objects.requireNonNull(opened.stored());
        StepPlan<N> interrupt = plan.known("The answer that opened step '" + step + "'", opened.interrupt());
        GraphCodecs<N> types = codecs.get();
        try {
            Object question = types.question(interrupt).read(Json.of(stored.question()));
            Object answer = types.answers(interrupt).readStored(Json.of(stored.answer()));
            checkSame(stored.question(), types.question(interrupt).write(question), opened);
            checkSame(stored.answer(), types.answers(interrupt).write(answer), opened);
            return new Answered<>(question, answer, opened.by(), stored.at(), opened.visit());
        } catch (UnreadableValueException unreadable) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "Step '" + step + "' takes the question of '" + interrupt.name + "' that was answered at visit "
                            + opened.visit() + ", and this build cannot read it. Nothing was executed. "
                            + unreadable.getMessage(),
                    unreadable);
        }
    }

    private void checkSame(String stored, Json again, GateAnswer opened) {
        String path = JsonDiff.pathBetween(Json.of(stored), again);
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
        if (asking.step.isExactly) {
            GateAnswer first = Objects.requireNonNull(RuleState.entered(asking.ruleState));
            check(asking.step, question, first, ErrorCode.INVALID_TRANSITION, "Nobody was asked.");
        }
    }

    private void check(StepPlan<N> interrupt, Json question, GateAnswer first, ErrorCode code, String so) {
        StoredActions approved = actions(interrupt.name, first);
        ValueCodec type = codecs.get().question(interrupt);
        Object shown = type.read(question);
        StoredActions asked = new StoredActions(codecs.get(), interrupt, shown, null, "");
        boolean comesBack = JsonDiff.pathBetween(question, type.write(shown)) == null;
        if (!comesBack || !asked.isSameAs(approved)) {
            throw new StepgraphException(
                    code,
                    "Interrupt '" + interrupt.name + "' asks for another action than '" + first.interrupt()
                            + "' approved. It asks for " + asked + ", and approved is " + approved + ". " + so
                            + " Show the approved action, or leave out exactly = true.");
        }
    }

    @Override
    public ApprovedActions actions(StepCursor<?, ?> visit) {
        return actions(visit.step.name, Objects.requireNonNull(RuleState.entered(visit.ruleState)));
    }

    private StoredActions actions(String step, GateAnswer opened) {
        Answered<?, ?> answered = read(step, opened);
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
