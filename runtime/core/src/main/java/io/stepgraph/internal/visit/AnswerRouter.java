package io.stepgraph.internal.visit;

import io.stepgraph.internal.answer.QuestionEnd;
import io.stepgraph.internal.codec.EncodedValue;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.step.GateEntry;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.LastMessage;
import io.stepgraph.internal.step.LastQuestion;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.step.StoredAnswer;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.StopReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides where an answer or a message leads: to the step whose input accepts it, through the gates of the graph (I2);
 * and where a run goes on when a time is over. It writes nothing.
 */
public final class AnswerRouter<S, N extends Enum<N>> {
    private final Graph<?, S, ?, N> graph;
    private final GraphCodecs<N> codecs;
    private final CheckpointReader<S, N> checkpoints;

    public AnswerRouter(Graph<?, S, ?, N> graph, GraphCodecs<N> codecs) {
        this.graph = graph;
        this.codecs = codecs;
        this.checkpoints = new CheckpointReader<>(codecs);
    }

    /**
     * The way of an answer to the step that takes it.
     *
     * @param value the answer as later readers get it, or that its time is over
     * @param next the first visit of the step
     */
    public record Route<N extends Enum<N>>(GateEntry<N> entry, Object value, StepEntry next) {

        /** The position of the run at the step, once it is stored. */
        public <S> StepCursor<S, N> cursor(S state, StepEntry stored) {
            StepPlan<N> step = entry.step();
            StepCursor<S, N> cursor = new StepCursor<>(step, state, step.takesInput ? value : null, entry.ruleState());
            CheckpointReader.settle(cursor, stored);
            return cursor;
        }
    }

    /**
     * A question that is answered.
     *
     * @param at the visit of the interrupt
     * @param asked the question as it was stored
     * @param dueAt the end of its time; null if there is none
     */
    public record Question(
            StepEntry at,
            StopReason.QuestionAsked asked,
            @Nullable Instant dueAt) {}

    /**
     * The step that takes an answer, or a message of a mailbox.
     *
     * @throws InvalidAnswerException if the interrupt, or mailbox, does not accept it
     */
    public StepPlan<N> target(StepPlan<N> interrupt, Object answer) {
        return target(graph, codecs.plan, interrupt, answer);
    }

    /** Returns the target without codecs. */
    static <N extends Enum<N>> StepPlan<N> target(
            Graph<?, ?, ?, N> graph, GraphPlan<N> plan, StepPlan<N> interrupt, Object answer) {
        // An expiry has no answerer.
        N target = answer instanceof Expired ? null : graph.route(interrupt.step, answer);
        if (target == null) {
            throw InvalidAnswerException.toCaller(
                    "A " + answer.getClass().getName()
                            + (interrupt.isMailbox
                                    ? " is not a message for mailbox '"
                                    : " is not an answer to interrupt '")
                            + interrupt.name + "', which accepts " + interrupt.spec.answers()
                            + (interrupt.isMailbox ? "." : ". The run still waits."),
                    null);
        }
        return plan.step(target);
    }

    /**
     * The way of an answer.
     *
     * @param run the run, for messages
     * @param question the question, to which the run returns if the step refuses the answer
     * @param by who answers; null if nobody said
     * @param stored writes the question and the answer for steps that take them
     * @throws InvalidAnswerException if the interrupt does not accept it
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     */
    public Route<N> route(
            String run,
            Question question,
            StepPlan<N> interrupt,
            Object answer,
            @Nullable String by,
            StoredAnswer.Writer stored) {
        StepEntry at = question.at();
        StepPlan<N> target = target(interrupt, answer);
        RuleState before = ruleState(run, at);
        GateEntry.Reply<N> given = new GateEntry.Reply<>(interrupt, at.visit(), answer, by, stored);
        GateEntry<N> entry = GateEntry.byAnswer(codecs.plan, given, target, before);
        RuleState after = RuleState.answering(entry.ruleState(), kept(run, question, before), codecs.plan);
        return route(at, new GateEntry<>(entry.step(), after), answer);
    }

    /** The question as the visit that the answer leads to keeps it: without the question before it. */
    private LastQuestion kept(String run, Question question, @Nullable RuleState before) {
        StepEntry at = question.at();
        QuestionEnd end = QuestionEnd.of(question.asked().answerSchema(), run);
        Json ruleState = RuleState.lastQuestion(before) == null
                ? at.ruleState()
                : codecs.write(RuleState.withoutQuestion(before));
        return new LastQuestion(
                at.step(),
                text(at.input()),
                at.visit(),
                at.attempt(),
                at.budgetStartVisit(),
                text(ruleState),
                question.asked().nonce(),
                question.asked().question().text(),
                end == null || end.due().at() == null
                        ? question.dueAt()
                        : end.due().at());
    }

    /** Returns the visit that has asked a question, to which the run goes back. */
    static StepEntry asked(LastQuestion question) {
        return new StepEntry(
                question.step(),
                json(question.input()),
                question.visit(),
                question.attempt(),
                0,
                question.budgetStartVisit(),
                json(question.ruleState()));
    }

    private static @Nullable Json json(@Nullable String text) {
        return text == null ? null : Json.of(text);
    }

    private static @Nullable String text(@Nullable Json json) {
        return json == null ? null : json.text();
    }

    /**
     * Returns the route of a question that has expired (I5), or of a mailbox whose time is over.
     *
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if no step of this build takes the end of its time
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     */
    public Route<N> expired(String run, StepEntry asked, StepPlan<N> interrupt) {
        Expired expired = new Expired();
        N target = graph.route(interrupt.step, expired);
        if (target == null) {
            throw new StepgraphException(
                    ErrorCode.UNKNOWN_STEP,
                    "The time of '" + interrupt.name + "' in run '" + run
                            + "' is over, and no step of this build takes Expired. Nothing was changed.");
        }
        StoredAnswer.Writer nothing = (answer, first) -> {
            throw new IllegalStateException("An expiry opens no gate.");
        };
        GateEntry.Reply<N> given = new GateEntry.Reply<>(interrupt, asked.visit(), expired, null, nothing);
        return route(
                asked,
                GateEntry.byAnswer(codecs.plan, given, codecs.plan.step(target), ruleState(run, asked)),
                expired);
    }

    /**
     * Returns the route of a message to the step that takes it (Q6). It resets the counts of visits, opens no gate, and
     * is not refused by the step.
     *
     * @param run the run, for messages
     * @param at the visit of the mailbox
     * @param number the number of the message among those of the run, to which a later step may reply
     * @throws InvalidAnswerException if the mailbox does not accept it
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     */
    public Route<N> message(String run, StepEntry at, StepPlan<N> mailbox, Object message, long number) {
        StepPlan<N> target = target(mailbox, message);
        LastMessage last = codecs.lastMessage(mailbox, message, number);
        return route(at, GateEntry.byMessage(codecs.plan, mailbox, last, target, ruleState(run, at)), message);
    }

    /**
     * Returns the route from a wait whose time is over to the step that follows it (Q1).
     *
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have the wait
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the step is not a wait in this build
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     */
    public Route<N> waited(String run, StepEntry at) {
        StepPlan<N> pause = checkpoints.pause("Run '" + run + "'", at.step());
        return route(at, GateEntry.afterWait(codecs.plan, pause, ruleState(run, at)), new Expired());
    }

    private @Nullable RuleState ruleState(String run, StepEntry at) {
        return checkpoints.ruleState("Run '" + run + "'", at);
    }

    /** Returns the route, with a new budget; the end of a time keeps the budget (R8). */
    private Route<N> route(StepEntry asked, GateEntry<N> entry, Object answer) {
        StepPlan<N> step = entry.step();
        EncodedValue input = step.takesInput ? codecs.input(step).store(answer) : null;
        long visit = asked.visit() + 1;
        StepEntry next = new StepEntry(
                step.name,
                input == null ? null : input.json(),
                visit,
                1,
                0,
                answer instanceof Expired ? asked.budgetStartVisit() : visit,
                codecs.write(entry.ruleState()));
        return new Route<>(entry, input == null ? answer : input.value(), next);
    }
}
