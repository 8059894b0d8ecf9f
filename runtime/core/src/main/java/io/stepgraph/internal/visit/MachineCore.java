package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.answer.AnswerRules;
import io.stepgraph.internal.codec.AnsweredQuestions;
import io.stepgraph.internal.codec.GraphCache;
import io.stepgraph.internal.step.GateEntry;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.Progress;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepLoop;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.AnswerRule;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A run without a store: each call executes the run until it pauses or ends, and returns the outcome. Deterministic;
 * retries run without delay, timeouts do not apply, and there are at most 1,000 visits between two outcomes (R8).
 */
public final class MachineCore<A, S, E, N extends Enum<N>> {
    /** The default budget of a runner (R8). Crashes do not count, because nothing in memory survives one. */
    private static final StepLoop.Budgets BUDGETS =
            new StepLoop.Budgets(VisitSettings.DEFAULT_MAX_STEPS, Integer.MAX_VALUE);

    private final Graph<A, S, E, N> graph;
    private final GraphPlan<N> plan;
    private final GraphCache<N> known;
    private final InMemoryCheckpointer<S, N> checkpointer;
    private final MachineEffects effects;
    private final AnsweredQuestions<N> answered;
    private final MachineSteps<A, S, E, N> steps;
    private @Nullable StepCursor<S, N> cursor;
    private @Nullable StepLoop<S, N> loop;
    private @Nullable RunOutcome<N> outcome;

    /** The question that waits, as it was asked; null if no step takes it. */
    private @Nullable Json shown;

    /** The question that was answered last, for a step that refuses the answer, and {@link #shown} of it. */
    private @Nullable RunOutcome<N> lastAsked;

    private @Nullable Json lastShown;

    private boolean isExecuting;
    private boolean isBroken;

    /** A machine that has not been started. */
    public MachineCore(Graph<A, S, E, N> graph, A agent, PermissionMode mode, Consumer<? super E> customEvents) {
        this.graph = Objects.requireNonNull(graph, "graph");
        this.known = GraphCache.of(graph);
        this.plan = known.plan();
        plan.checkNotTransactional("a machine");
        this.effects = new MachineEffects(known);
        this.answered = new AnsweredQuestions<>(plan, known::values);
        this.checkpointer = new InMemoryCheckpointer<>(known, answered, effects, Objects.requireNonNull(mode, "mode"));
        this.steps = new MachineSteps<>(
                graph,
                Objects.requireNonNull(agent, "agent"),
                answered,
                effects,
                Objects.requireNonNull(customEvents, "customEvents"));
    }

    public RunOutcome<N> start(S state, @Nullable Object input, @Nullable Actor actor) {
        Objects.requireNonNull(state, "state");
        if (cursor != null) {
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS, "The machine was started before; take another one for another run.");
        }
        GateEntry<N> entry =
                GateEntry.into(plan, plan.start(input), plan.startedBy(Names.orNull(actor), null), "the start");
        cursor = new StepCursor<>(entry.step(), state, input, entry.ruleState());
        return run(cursor);
    }

    public boolean accepts(Object answer) {
        Objects.requireNonNull(answer, "answer");
        StepPlan<N> at = isExecuting ? null : taking(outcome);
        return at != null && !(answer instanceof Expired) && graph.route(at.step, answer) != null;
    }

    /** The interrupt or mailbox that takes an answer now; null if none does. */
    private @Nullable StepPlan<N> taking(@Nullable RunOutcome<N> present) {
        return present instanceof RunOutcome.QuestionAsked<N> asked
                ? plan.step(asked.interrupt())
                : present instanceof RunOutcome.Listening<N> listening ? plan.step(listening.mailbox()) : null;
    }

    public Object question() {
        return asked("read").question();
    }

    public RunOutcome<N> answer(Object answer, @Nullable Actor actor) {
        Objects.requireNonNull(answer, "answer");
        StepPlan<N> at = taking("answered");
        return resume(at, AnswerRouter.target(graph, plan, at, answer), answer, actor);
    }

    /** Answers an interrupt, or sends a mailbox a message, which it has to wait for. */
    public RunOutcome<N> answer(N interrupt, Object answer, @Nullable Actor actor) {
        StepPlan<N> at = taking("answered");
        StepPlan<N> given = plan.step(Objects.requireNonNull(interrupt, "interrupt"));
        if (at != given) {
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    (given.isMailbox ? "Mailbox '" : "Interrupt '") + given.name + "' does not wait for "
                            + (given.isMailbox ? "a message" : "an answer") + "; '" + at.name + "' does.");
        }
        return answer(answer, actor);
    }

    public RunOutcome<N> expire() {
        Expired expired = new Expired();
        if (outcome() instanceof RunOutcome.Paused) {
            StepCursor<S, N> from = Objects.requireNonNull(cursor);
            from.answered(GateEntry.afterWait(plan, from.step, from.ruleState), expired);
            return run(from);
        }
        StepPlan<N> at = taking("expired");
        N target = graph.route(at.step, expired);
        if (target == null) {
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    at.isMailbox
                            ? "Mailbox '" + at.name + "' waits without an end."
                            : "The question of interrupt '" + at.name + "' does not expire.");
        }
        return resume(at, plan.step(target), expired, null);
    }

    public RunOutcome<N> mode(PermissionMode mode) {
        RunOutcome<N> present = outcome();
        checkpointer.setMode(Objects.requireNonNull(mode, "mode"));
        if (!(present instanceof RunOutcome.Parked<N> parked)) {
            return present;
        }
        StepCursor<S, N> at = Objects.requireNonNull(cursor);
        ModeGate gate = checkpointer.gate();
        if (gate.isOpenTo(at.step, parked.required(), at.attempt > 1)) {
            return run(at);
        }
        RunOutcome.Parked<N> closed = gate.closed(at.step, parked.required(), at.attempt > 1);
        outcome = closed;
        return closed;
    }

    public RunOutcome<N> outcome() {
        RunOutcome<N> present = outcome;
        if (present == null || isExecuting) {
            throw noOutcome();
        }
        return present;
    }

    private StepgraphException noOutcome() {
        return new StepgraphException(
                ErrorCode.ILLEGAL_RUN_STATUS,
                cursor == null
                        ? "The machine was not started."
                        : isBroken
                                ? "The machine broke down in step '" + cursor.step.name
                                        + "'; restore one from a snapshot, or start another one."
                                : "The machine is executing step '" + cursor.step.name + "'.");
    }

    public S state() {
        outcome();
        return Objects.requireNonNull(cursor).state;
    }

    public String snapshot() {
        return snapshots().write(effects::number, cursor, cursor == null ? null : outcome());
    }

    /** Continues the run that a snapshot was taken of. */
    public void restore(String snapshot) {
        Snapshots.Restored<S, N> restored = snapshots().read(Objects.requireNonNull(snapshot, "snapshot"));
        effects.restore(restored.number());
        cursor = restored.at();
        outcome = restored.outcome();
        shown = shown(outcome);
        checkpointer.answer(null);
    }

    private Snapshots<S, N> snapshots() {
        return new Snapshots<>(known.values(), checkpointer.gate());
    }

    private RunOutcome.QuestionAsked<N> asked(String what) {
        if (outcome() instanceof RunOutcome.QuestionAsked<N> asked) {
            return asked;
        }
        throw noQuestion(what);
    }

    private StepPlan<N> taking(String what) {
        StepPlan<N> at = taking(outcome());
        if (at == null) {
            throw noQuestion(what);
        }
        return at;
    }

    private StepgraphException noQuestion(String what) {
        return new StepgraphException(
                ErrorCode.ILLEGAL_RUN_STATUS,
                "No question waits to be " + what + "; the machine is at " + outcome() + ".");
    }

    private RunOutcome<N> resume(StepPlan<N> interrupt, StepPlan<N> target, Object answer, @Nullable Actor actor) {
        StepCursor<S, N> from = Objects.requireNonNull(cursor);
        AnswerRule rule = answer instanceof Expired ? null : AnswerRules.of(plan, from);
        if (rule != null) {
            rule.check(actor, interrupt.name, InMemoryCheckpointer.RUN_ID);
        }
        GateEntry.Reply<N> given = new GateEntry.Reply<>(
                interrupt,
                from.visit,
                answer,
                Names.orNull(actor),
                (value, first) -> answered.stored(
                        interrupt,
                        Objects.requireNonNull(shown),
                        value,
                        first,
                        Instant.now(),
                        effects.number() + " " + from.visit));
        GateEntry<N> entry = GateEntry.byAnswer(plan, given, target, from.ruleState);
        lastAsked = outcome;
        lastShown = shown;
        checkpointer.answer(answer instanceof Expired || interrupt.isMailbox ? null : from.copy());
        from.answered(entry, answer);
        Progress.Refused<N> refusal = execute(from);
        if (refusal != null) {
            throw refusal.toCaller();
        }
        return outcome();
    }

    /** Written when it is asked, since the program may change the object. */
    private @Nullable Json shown(@Nullable RunOutcome<N> reached) {
        return reached instanceof RunOutcome.QuestionAsked<N> asked && plan.isTaken(asked.interrupt())
                ? known.values().question(plan.step(asked.interrupt())).write(asked.question())
                : null;
    }

    private RunOutcome<N> run(StepCursor<S, N> from) {
        execute(from);
        return outcome();
    }

    /** Executes the run until it pauses or ends; returns why a step has refused the answer, if one has. */
    private Progress.@Nullable Refused<N> execute(StepCursor<S, N> from) {
        StepLoop<S, N> running = loop;
        if (running == null) {
            running = new StepLoop<>(plan, from, checkpointer, steps, BUDGETS, ThreadLocalRandom.current());
            loop = running;
        }
        // A step that calls its own machine gets an error until the run pauses or ends.
        isExecuting = true;
        try {
            Progress<N> progress = running.run();
            Progress.Refused<N> refusal = null;
            if (progress instanceof Progress.Refused<N> refused) {
                refusal = refused;
                outcome = lastAsked;
                shown = lastShown;
            } else {
                outcome = ((Progress.Stopped<N>) progress).outcome();
                shown = shown(outcome);
            }
            isExecuting = false;
            return refusal;
        } catch (RuntimeException | Error broken) {
            isBroken = true;
            throw broken;
        }
    }
}
