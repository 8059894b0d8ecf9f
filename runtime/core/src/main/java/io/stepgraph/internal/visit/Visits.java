package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.answer.AnswerRules;
import io.stepgraph.internal.codec.AnsweredQuestions;
import io.stepgraph.internal.codec.GraphCache;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.codec.StartComparison;
import io.stepgraph.internal.effect.EffectRunner;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.log.EventCodec;
import io.stepgraph.internal.log.EventOutbox;
import io.stepgraph.internal.log.Observers;
import io.stepgraph.internal.log.Subscriptions;
import io.stepgraph.internal.step.AttemptRunner;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.HookChain;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.StepCaller;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepLoop;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.step.StoredAnswer;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.VisitResult;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Executes single visits of one graph for an engine that keeps the runs itself: JSON in, JSON out. A visit passes the
 * same step loop, attempts, hooks and limits as in the runner of this library. Safe for use by many threads.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 */
public final class Visits<S, N extends Enum<N>> {
    private final GraphPlan<N> plan;
    private final GraphCodecs<N> codecs;
    private final VisitSettings settings;
    private final CheckpointReader<S, N> checkpoints;
    private final AnsweredQuestions<N> answered;
    private final AnswerRouter<S, N> router;
    private final StartComparison<S, N> starts;
    private final EventCodec<N> events;
    private final AttemptMaker<S, N> attempts;

    private Visits(
            GraphCodecs<N> codecs,
            AnsweredQuestions<N> answered,
            AnswerRouter<S, N> router,
            AttemptMaker<S, N> attempts,
            VisitSettings settings) {
        this.plan = codecs.plan;
        this.codecs = codecs;
        this.settings = settings;
        this.checkpoints = new CheckpointReader<>(codecs);
        this.answered = answered;
        this.router = router;
        this.starts = new StartComparison<>(codecs);
        this.events = new EventCodec<>(codecs);
        this.attempts = attempts;
    }

    /** Makes the attempts of one visit. It hides the types of the agent and of its custom events. */
    private interface AttemptMaker<S, N extends Enum<N>> {
        StepCaller<S, N> of(String runId, VisitScope scope, EventOutbox outbox);
    }

    /**
     * The visits of one graph.
     *
     * @param agent the agent that executes its steps
     */
    public static <A, S, E, N extends Enum<N>> Visits<S, N> of(
            Graph<A, S, E, N> graph, A agent, VisitSettings settings) {
        GraphCache<N> known = GraphCache.of(graph);
        GraphCodecs<N> codecs = known.values(settings.maxValueBytes());
        AnsweredQuestions<N> answered = new AnsweredQuestions<>(known.plan(), () -> codecs);
        return new Visits<>(
                codecs,
                answered,
                new AnswerRouter<>(graph, codecs),
                (runId, scope, outbox) -> new AttemptRunner<>(
                        graph,
                        agent,
                        new AttemptRunner.Ports(
                                runId,
                                scope,
                                outbox,
                                scope.performer(new EffectRunner(scope.ledger(), codecs, MachineClock.system())),
                                answered,
                                codecs::reply),
                        MachineClock.system()),
                settings);
    }

    /**
     * The outcome of a run that has paused or ended.
     *
     * @param mode the present mode of the run
     * @param at where it stands
     * @param due when it continues by itself; null if never
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if it waits at a step that this build does not
     *     have
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it cannot be read
     */
    public RunOutcome<N> outcome(
            RunRef run, PermissionMode mode, StepEntry at, StopReason reason, @Nullable Instant due) {
        return checkpoints.outcome(run, at, reason, new ModeGate(mode, settings.maxMode()), due);
    }

    /** Reads the events of the runs. */
    @SuppressWarnings("exports") // an engine that keeps events is named in the module descriptor
    public EventCodec<N> events() {
        return events;
    }

    /** The graph. */
    public GraphSpec<N> spec() {
        return plan.spec;
    }

    /**
     * Refuses the graph where no store executes the program's work with a commit (E8).
     *
     * @param where what would have to execute it, for the message
     */
    public void checkNotTransactional(String where) {
        plan.checkNotTransactional(where);
    }

    /**
     * Finds out, once, whether all declared types can be stored, before any step acts (R12).
     *
     * @throws NotStorableException if one cannot; names the type, the path and the step
     */
    public void checkTypes() {
        codecs.checkTypes();
    }

    /**
     * Writes the start of a run.
     *
     * @param input the input of the start step; null if it takes nothing
     * @param by who starts the run; null if nobody said
     * @throws IllegalArgumentException if the start step takes an input and gets none, or the reverse
     * @throws NotStorableException if a value cannot be stored
     */
    public VisitStart start(S state, @Nullable Object input, @Nullable String by) {
        EncodedStart<N> start = EncodedStart.of(codecs, starts, state, input, plan.startedBy(by, null));
        return new VisitStart(start.checkpoint(), start.state().json(), start.document());
    }

    /**
     * Compares the start of a call with that of the unfinished run that has its id (R3).
     *
     * @param runId the id, for messages
     * @param stored the document of its start
     * @throws StartConflictException if they differ; names the part
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored start cannot be read
     */
    public void compare(String runId, Json stored, VisitStart given) {
        starts.compare(runId, stored, given.document());
    }

    /**
     * The outbox of a visit that an owner makes with this fencing token. The engine opens it, and closes it after the
     * visit.
     */
    public EventOutbox outbox(RunRef run, long fencingToken, Observers observers, Subscriptions subscriptions) {
        RunKey key = new RunKey(run.namespace(), run.id());
        return new EventOutbox(
                key,
                null,
                fencingToken,
                observers,
                subscriptions,
                codecs,
                settings.maxEventBytes(),
                MachineClock.system());
    }

    /**
     * Makes one attempt of a visit.
     *
     * @param call the visit
     * @param outbox gets the events of the visit, and tells those with which it ends once the result is stored
     * @param scope the engine's side of it
     * @return how the attempt has left the visit; null if it was cancelled or did not begin, so that it does not count
     *     (R9)
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have the step; nothing was
     *     executed
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build; nothing was executed
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if a value cannot be read
     */
    public @Nullable VisitResult visit(VisitCall call, EventOutbox outbox, VisitScope scope) {
        String runId = call.run().id();
        StepCursor<S, N> cursor = checkpoints.cursor(named(runId), call.checkpoint(), call.state());
        StepCaller<S, N> caller = attempts.of(runId, scope, outbox);
        ResultCollector<S, N> collector = new ResultCollector<>(
                call,
                settings.maxMode(),
                new VisitWriter<>(
                        call.run(), codecs, answered, outbox, call.state(), call.checkpoint(), cursor.ruleState),
                scope);
        new StepLoop<>(
                        plan,
                        cursor,
                        collector,
                        settings.hooks().isEmpty()
                                ? caller
                                : new HookChain<S, N>(settings.hooks(), plan, answered, runId).around(caller, outbox),
                        new StepLoop.Budgets(settings.maxSteps(), settings.maxCrashes()),
                        ThreadLocalRandom.current())
                .run();
        return collector.result();
    }

    /**
     * Reads and checks an answer in JSON (I4).
     *
     * @param runId the id of the run, for messages
     * @param interrupt the name of the interrupt that asked
     * @return the answer in its stored form
     * @throws InvalidAnswerException if the interrupt does not accept it
     */
    public Json readAnswer(String runId, String interrupt, String json) {
        return writeAnswer(
                runId,
                interrupt,
                codecs.answers(checkpoints.interrupt(named(runId), interrupt)).read(json));
    }

    /**
     * Checks an answer (I2).
     *
     * @param runId the id of the run, for messages
     * @param interrupt the name of the interrupt that asked
     * @return the answer in its stored form
     * @throws InvalidAnswerException if the interrupt does not accept it
     */
    public Json writeAnswer(String runId, String interrupt, Object answer) {
        StepPlan<N> asked = checkpoints.interrupt(named(runId), interrupt);
        router.target(asked, answer);
        return codecs.answers(asked).write(answer);
    }

    /**
     * The visit of the step that takes an answer.
     *
     * @param asked the visit of the interrupt
     * @param question its question
     * @param until the end of its time; null if there is none
     * @param answer the answer in its stored form; null if its time is over (I5)
     * @param by who answers; null if nobody said
     * @return the visit, with a new budget unless the time is over
     * @throws InvalidAnswerException if this build does not accept the answer
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have the interrupt, or no
     *     step takes the end of its time
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     */
    public StepEntry answered(
            VisitCall asked,
            StopReason.QuestionAsked question,
            @Nullable Instant until,
            @Nullable Json answer,
            @Nullable String by) {
        String runId = asked.run().id();
        StepPlan<N> interrupt =
                checkpoints.interrupt(named(runId), asked.checkpoint().step());
        if (answer == null) {
            return router.expired(runId, asked.checkpoint(), interrupt).next();
        }
        // The number of a run is drawn at random where it is kept by another engine.
        String approval =
                asked.run().runNumber() + " " + runId + " " + asked.checkpoint().visit();
        StoredAnswer.Writer stored = (value, first) ->
                answered.stored(interrupt, question.question(), value, first, Instant.now(), approval);
        Object given = codecs.answers(interrupt).read(answer.text());
        AnswerRouter.Question answers = new AnswerRouter.Question(asked.checkpoint(), question, until);
        return router.route(runId, answers, interrupt, given, by, stored).next();
    }

    /**
     * The visit of the step that follows a wait whose time is over (Q1).
     *
     * @param at the visit of the wait
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have the wait
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     */
    public StepEntry waited(VisitCall at) {
        return router.waited(at.run().id(), at.checkpoint()).next();
    }

    /**
     * The names of a mailbox, the present one first.
     *
     * @throws IllegalArgumentException if the step is no mailbox
     */
    public List<String> mailbox(N step) {
        StepPlan<N> mailbox = plan.step(step);
        if (!mailbox.isMailbox) {
            throw new IllegalArgumentException(
                    "Step '" + mailbox.name + "' of graph '" + plan.spec.name() + "' is no mailbox.");
        }
        return mailbox.spec.names();
    }

    /**
     * The same of a mailbox at which a run listens.
     *
     * @param step one of its names
     */
    public List<String> mailbox(String step) {
        return plan.known("A run", step).spec.names();
    }

    /**
     * Checks a message (Q8).
     *
     * @param runId the id of the run, for messages
     * @param actor who sends it; null if nobody said
     * @return the message in its stored form
     * @throws InvalidAnswerException if the mailbox does not accept it
     * @throws AnswerNotPermittedException if the actor may not send it
     */
    public Json writeMessage(String runId, N mailbox, Object message, @Nullable Actor actor) {
        StepPlan<N> step = plan.step(mailbox);
        router.target(step, message);
        checkSender(runId, mailbox, actor);
        return codecs.answers(step).write(message);
    }

    /**
     * Refuses who may neither send nor withdraw messages of a mailbox (Q5).
     *
     * @param runId the id of the run, for messages
     * @throws AnswerNotPermittedException if the actor may not
     */
    public void checkSender(String runId, N mailbox, @Nullable Actor actor) {
        StepPlan<N> step = plan.step(mailbox);
        AnswerRule rule = AnswerRules.ofMailbox(step.spec);
        if (rule != null) {
            rule.check(actor, step.name, runId);
        }
    }

    /**
     * Reads a reply.
     *
     * @param runId the id of the run, for messages
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it cannot be read
     */
    public Object readReply(String runId, AsksFor<?> message, Json reply) {
        try {
            return codecs.reply(message.getClass()).read(reply);
        } catch (UnreadableValueException damaged) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "A reply of run '" + runId + "' cannot be read. " + damaged.getMessage(),
                    damaged);
        }
    }

    /**
     * The visit of the step that takes a message (Q6).
     *
     * @param at the visit of the mailbox
     * @param number the number of the message among those of the run
     * @param id its id
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have the mailbox, or does
     *     not take the message
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     */
    public StepEntry told(VisitCall at, long number, String id, Json message) {
        return new MailReader<>(at.run().id(), codecs, router)
                .route(at.checkpoint(), listening(at), number, id, message)
                .next();
    }

    /**
     * The visit of the step that takes the end of the time of a mailbox.
     *
     * @param at the visit of the mailbox
     * @throws StepgraphException as {@link #told} does, also if no step takes it
     */
    public StepEntry listened(VisitCall at) {
        return router.expired(at.run().id(), at.checkpoint(), listening(at)).next();
    }

    private StepPlan<N> listening(VisitCall at) {
        return checkpoints.mailbox(named(at.run().id()), at.checkpoint().step());
    }

    private static String named(String runId) {
        return "Run '" + runId + "'";
    }
}
