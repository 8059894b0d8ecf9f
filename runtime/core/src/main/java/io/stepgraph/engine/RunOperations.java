package io.stepgraph.engine;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.run.AnswerRecorder;
import io.stepgraph.internal.run.EffectsInDoubt;
import io.stepgraph.internal.run.MessageRecorder;
import io.stepgraph.internal.run.RunCommands;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQuery;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The operations on runs in a program without the agents' classes, such as a web front end or a console. A {@link
 * Runner} performs them in nobody's name; {@link #as} gives the same operations in the name of an actor, which the
 * store keeps. Safe for use by many threads.
 *
 * <pre>{@code
 * runner.as(Actor.named("ann", "reviewer")).answer(ticketId, "{\"@type\": \"Approved\"}");
 * }</pre>
 */
public sealed class RunOperations permits Runner {
    final RunnerContext runner;
    private final AnswerRecorder answers;
    private final @Nullable Actor actor;

    RunOperations(RunnerContext runner) {
        this(runner, new AnswerRecorder(runner), null);
    }

    private RunOperations(RunnerContext runner, AnswerRecorder answers, @Nullable Actor actor) {
        this.runner = runner;
        this.answers = answers;
        this.actor = actor;
    }

    /**
     * Returns the same operations, in the name of this actor (W1). They work until the runner is closed.
     *
     * @param other who acts
     * @throws IllegalArgumentException if a store cannot keep the name
     */
    public final RunOperations as(Actor other) {
        return new RunOperations(
                runner, answers, Names.normalized(other, runner.config().names()));
    }

    /**
     * Answers a question in JSON in a program without the agent's classes, such as a web front end (I4). The answer is
     * checked against the schema that was stored with the question, and stored, which closes the ticket. The run is
     * {@code QUEUED} then, and continues with the next call of {@code run} or {@code resume} in a process that has the
     * agent; the graph of that build decides where the answer leads. If only the classes can detect that the answer is
     * invalid, for example by a check in a constructor, or the step that takes it refuses it, the log of the run records
     * {@link RunEvent.AnswerRefused}, and the run waits again with the same question and ticket.
     *
     * <p>After {@link #as}, the name of the actor is stored with the answer and included in its event (I6). The same
     * text again changes nothing, so that a call that was not confirmed can be made again.
     *
     * @param ticketId the text of the ticket
     * @param json the answer; if several kinds are accepted, {@code @type} names the kind, or {@code ["Kind", value]}.
     *     Integers are written without a point and without an exponent
     * @throws StaleAnswerException if the ticket is no longer good, or of another namespace
     * @throws AnswerNotPermittedException if the actor may not answer
     * @throws InvalidAnswerException if the text is not one of the answers; the message names the field, and the run
     *     still waits
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored question is damaged
     * @throws StoreUnavailableException if the store does not answer
     */
    public final void answer(String ticketId, String json) {
        answers.submit(ticket(ticketId), Objects.requireNonNull(json, "json"), actor);
    }

    /**
     * Stores a message to a run in JSON in a program without the agent's classes (Q5). It is checked against the graph
     * that the store keeps for the run, which a runner with the agent saves when it first starts or executes a run. The
     * same message with the same id again changes nothing.
     *
     * @param runId the run
     * @param mailbox the name of the mailbox
     * @param id the id of the message, 1 to 200 characters
     * @param json the message; if several kinds are accepted, {@code @type} names the kind, or {@code ["Kind", value]}
     * @throws RunNotFoundException if there is no such run
     * @throws InvalidAnswerException if the text is not one of the messages; the message names the field
     * @throws StaleAnswerException if the id is known with another message
     * @throws AnswerNotPermittedException if the actor may not send it
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if the run has ended, with
     *     {@link ErrorCode#UNKNOWN_STEP} if the graph has no such mailbox, or is not saved
     * @throws io.stepgraph.runtime.QueueFullException if too many messages wait in the run
     * @throws StoreUnavailableException if the store does not answer
     */
    public final void tell(String runId, String mailbox, String id, String json) {
        Objects.requireNonNull(json, "json");
        new MessageRecorder(runner).tell(key(runId), mailbox(mailbox), messageId(id), json, actor, answers.codec());
    }

    /**
     * Removes a message that no step has taken yet (Q8).
     *
     * @param runId the run
     * @param mailbox the name of the mailbox
     * @param id the id of the message
     * @return whether it was removed; false if the run has taken it, or there is none
     * @throws RunNotFoundException if there is no such run
     * @throws StoreUnavailableException if the store does not answer
     */
    public final boolean withdraw(String runId, String mailbox, String id) {
        return new MessageRecorder(runner).withdraw(key(runId), mailbox(mailbox), messageId(id), actor);
    }

    /**
     * The effects of a run that are in doubt, for a person to resolve in a program without the agent's classes (E4).
     *
     * @param runId the run
     * @return the effects; empty if no effect is in doubt
     * @throws RunNotFoundException if there is no such run
     * @throws StoreUnavailableException if the store does not answer
     */
    public final List<EffectInDoubt> effectsInDoubt(String runId) {
        return new EffectsInDoubt(runner).of(key(runId), actor);
    }

    /**
     * The effects in doubt of all runs of this namespace, those of the oldest run first: the inbox of an operator. A
     * resolved effect leaves it.
     *
     * @param limit how many effects at most, 1 to 1,000
     * @return the effects; empty if no effect is in doubt
     * @throws StoreUnavailableException if the store does not answer
     */
    public final List<EffectInDoubt> effectsInDoubt(int limit) {
        if (limit < 1 || limit > 1_000) {
            throw new IllegalArgumentException("A list must have 1 to 1,000 effects, not " + limit + ".");
        }
        return new EffectsInDoubt(runner).of(namespace(), limit, actor);
    }

    /**
     * Opens a failed run again in a program without the agent's classes (R7): it is {@code QUEUED} at the visit that
     * failed, with new attempts and a new budget, until a worker or a call in a process with the agent continues it.
     * The log names the actor.
     *
     * @param runId the run
     * @throws RunNotFoundException if there is no such run
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it has not failed
     * @throws ThreadBusyException if its thread has had another run since
     * @throws StoreUnavailableException if the store does not answer
     */
    public final void retry(String runId) {
        new RunCommands(runner).retry(key(runId), Names.inLogOrNull(actor));
    }

    /**
     * {@linkplain #retry Opens} all failed runs of a query again. A run that ends, is opened again or is
     * deleted meanwhile, and one whose thread has had another run since, is left alone and not counted. A run that was
     * started after this call began is never touched, also if it has the id of one that was deleted. No states are
     * loaded.
     *
     * <p>Each run is one transaction. After an error, call it again for the others.
     *
     * @param query which runs, without a limit. Of its statuses, only {@code FAILED} counts
     * @return how many runs were opened
     * @throws IllegalArgumentException if the query has a {@linkplain RunQuery#limit(int) limit}, or begins
     *     {@linkplain RunQuery#after after} a page by last change. After a page by start, the older runs are meant
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if a run cannot be listed
     * @throws StoreUnavailableException if the store does not answer
     */
    public final long retryAll(RunQuery query) {
        return new BulkOperations(runner).retryAll(Objects.requireNonNull(query, "query"), Names.inLogOrNull(actor));
    }

    /**
     * Cancels a run in a program without the agent's classes (L6). A run that nobody executes ends at once; its owner
     * ends it otherwise, at its next commit or within half of the length of the lease.
     *
     * @param runId the run
     * @throws RunNotFoundException if there is no such run
     * @throws StoreUnavailableException if the store does not answer
     */
    public final void cancel(String runId) {
        new RunCommands(runner).give(key(runId), new RunCommand.Cancel(Names.inLog(actor)));
    }

    /**
     * {@linkplain #cancel Cancels} all unfinished runs of a query. A run that has none of the statuses of the query
     * when its turn comes is left alone and not counted: so with {@code WAITING}, a run that was answered meanwhile.
     * The other conditions, such as times and labels, have to hold when the run is listed. A run that was started after
     * this call began is never touched, also if it has the id of one that was deleted. No states are loaded.
     *
     * <p>Each run is one transaction. After an error, call it again for the others.
     *
     * @param query which runs, without a limit. Runs that have ended do not count
     * @return how many runs were cancelled, or will be by the owners that execute them
     * @throws IllegalArgumentException if the query has a {@linkplain RunQuery#limit(int) limit}, or begins
     *     {@linkplain RunQuery#after after} a page by last change. After a page by start, the older runs are meant
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if a run cannot be listed
     * @throws StoreUnavailableException if the store does not answer
     */
    public final long cancelAll(RunQuery query) {
        return new BulkOperations(runner).cancelAll(Objects.requireNonNull(query, "query"), Names.inLog(actor));
    }

    /**
     * Changes the mode of a run in a program without the agent's classes (M1). A parked run continues in a worker, or
     * with its next {@code run} or {@code resume}.
     *
     * @param runId the run
     * @param mode its mode from the next step on
     * @throws RunNotFoundException if there is no such run
     * @throws StoreUnavailableException if the store does not answer
     */
    public final void mode(String runId, PermissionMode mode) {
        new RunCommands(runner).give(key(runId), new RunCommand.SetMode(mode, Names.inLog(actor)));
    }

    /**
     * Adds, replaces or removes labels of an unfinished run in a program without the agent's classes. A change that
     * makes no difference stores nothing.
     *
     * @param runId the run
     * @param changes the labels to add or to replace, by name; null removes one. The limits are those of
     *     {@link StartOptions#label}
     * @throws RunNotFoundException if there is no such run
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it has ended
     * @throws IllegalArgumentException if a name or a value is empty or too long, or the run would have too many labels
     * @throws StoreUnavailableException if the store does not answer
     */
    public final void label(String runId, Map<String, @Nullable String> changes) {
        new RunCommands(runner).give(key(runId), new RunCommand.SetLabels(changes, Names.inLog(actor)));
    }

    final String namespace() {
        return runner.config().namespace();
    }

    private RunKey key(String runId) {
        return new RunKey(namespace(), Names.checked(runId, "runId", "The id of a run"));
    }

    private static String mailbox(String name) {
        return Names.checked(name, "mailbox", "The name of a mailbox");
    }

    private static String messageId(String id) {
        return Names.checked(id, "id", "The id of a message");
    }

    private static Ticket ticket(String id) {
        return Ticket.parse(Objects.requireNonNull(id, "ticketId"));
    }
}
