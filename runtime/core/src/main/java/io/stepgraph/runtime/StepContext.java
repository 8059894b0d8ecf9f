package io.stepgraph.runtime;

import io.stepgraph.PermissionMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step's view of its run. It is valid during the step's attempt: after the attempt is over or abandoned, every method
 * throws but {@link #runId}, {@link #visit}, {@link #attempt} and {@link #mode}, which stay valid (R9). A machine has one
 * context for all steps, where the last three tell of the visit that it makes, or has made last. Safe for use by the
 * threads of one step.
 *
 * @param <E> the graph's one type of custom events; {@code ?} in a graph without custom events
 */
public interface StepContext<E> {

    /**
     * The run's id.
     *
     * @return as given to {@code run}
     */
    String runId();

    /**
     * The number of this visit. Retries, crashes and takeovers keep it.
     *
     * @return counted through the run from 1
     */
    long visit();

    /**
     * The number of this attempt.
     *
     * @return counted from 1 in each visit
     */
    int attempt();

    /**
     * The mode in which this step was entered.
     *
     * @return the lower of the run's mode and the engine's {@code maxMode}
     */
    PermissionMode mode();

    /**
     * Requires a mode that follows from data, such as from the tool that a model has chosen. If {@link #mode} does not
     * permit it, this attempt ends and the run parks, as in front of a step with {@code @RequiresMode}; {@code
     * Parked.required()} is this mode. Once the mode of the run is raised, the step is attempted again (M2).
     *
     * <pre>{@code
     * @Step(next = END, effects = "tool")
     * void act(Task task, StepContext<?> context) {
     *     context.require(tools.modeOf(task.call));
     *     task.result = context.once("tool", task.call, String.class)
     *             .retryWithSameKey()
     *             .call((key, stored) -> tools.call(stored, key));
     * }
     * }</pre>
     *
     * <p>Call it before the effects that need the mode. Effects that the attempt has performed are not performed again,
     * and its custom events are void, as after each attempt that is repeated. A machine performs such effects again, and
     * keeps what the step has changed in its state, unless it has {@code @Retry} or {@code onFailure}.
     *
     * @param least the least mode
     */
    void require(PermissionMode least);

    /**
     * Returns whether an earlier attempt of this visit has begun an effect. If other rules decide now what is performed,
     * such as those of a new build, a step finds by this what was begun by the former ones, and asks for it: it gets the
     * stored result, or the policy for an effect in doubt follows (E4).
     *
     * @param effect the name of the effect
     * @param item its {@linkplain Effect#item item}; an approved action is told apart by its approval, and has none
     * @return true if it has begun a call, however that ended; false on a machine, which stores no effects
     */
    boolean hasBegun(String effect, String item);

    /**
     * Emits a custom event at once to the readers of this run's stream, while the step works (V2). The event is stored
     * with the commit of the step; the events of an attempt that fails are void.
     *
     * <pre>{@code
     * @Step(next = END)
     * void translate(Book book, StepContext<Progress> context) {
     *     for (int i = 0; i < book.chapters.size(); i++) {
     *         context.checkCancelled();
     *         book.chapters.set(i, translation.apply(book.chapters.get(i)));
     *         context.emit(new Progress(i + 1, book.chapters.size()));
     *     }
     * }
     * }</pre>
     *
     * <p>The reader of the run's stream gets it at once:
     *
     * <pre>{@code
     * try (OutcomeStream<Outcome> stream = runs.stream("book-1", book)) {
     *     for (StreamedEvent event : stream) {
     *         if (event.event() instanceof RunEvent.Custom told && told.event() instanceof Progress progress) {
     *             System.out.println(progress.done() + " of " + progress.of());
     *         }
     *     }
     *     return stream.outcome();
     * }
     * }</pre>
     *
     * @param customEvent the event
     * @throws NotStorableException if the event cannot be stored, or the events since the last commit are too large
     *     together; the step fails even if it catches this (R12)
     */
    void emit(E customEvent);

    /**
     * Begins a side effect that happens once in this visit, however often the step is retried, crashes or is resumed
     * (E1).
     *
     * <pre>{@code
     * @Step(next = END, effects = "refund")
     * void refund(Claim claim, StepContext<?> context) {
     *     claim.receipt = context.once("refund", claim.request(), Receipt.class)
     *             .retryWithSameKey()
     *             .call((key, request) -> payments.refund(request, key));
     * }
     * }</pre>
     *
     * @param <R> the type of the request
     * @param <T> the type of the result
     * @param name the name of the effect, stable across builds; at most 200 characters
     * @param request what is asked of the remote system: a value that can be stored, such as a record, a text or a
     *     number, or a list, set or map whose elements have one type, as {@code List.of(charge)}
     * @param resultType the type of the result: a value that can be stored
     * @return the effect, not performed yet
     * @throws IllegalArgumentException if the name is empty or too long
     */
    <R, T> Effect<R, T> once(String name, R request, Class<T> resultType);

    /**
     * Begins a side effect that performs an approved action. Before it is performed, the runtime compares the request
     * with the stored action: it is of exactly its class, and is written as the same JSON. The stored one is performed.
     * One approval performs an action once, whatever step, build or fork asks for it: its key follows from the run that
     * asked, the visit of the question, the name of the effect, and the place of the action (A4, A5).
     *
     * <pre>{@code
     * context.once("refund", approval.part(Question::action), Receipt.class)
     *         .retryWithSameKey()
     *         .perform(payments::pay);
     * }</pre>
     *
     * @param <R> the type of the request
     * @param <T> the type of the result
     * @param name the name of the effect, as for {@link #once(String, Object, Class)}
     * @param part what is asked of the remote system: from {@link Answered#part} or {@link Answered#chosen}
     * @param resultType the type of the result
     * @return the effect, not performed yet
     * @throws IllegalArgumentException if the step takes no answered question; when the effect is performed, if this is
     *     not an action that was approved, or this attempt has performed it before; nothing is recorded then
     */
    <R, T> ApprovedEffect<R, T> once(String name, Answered.Part<R> part, Class<T> resultType);

    /**
     * Begins a side effect that performs the whole answered question, where no component of it has {@code @Action}.
     *
     * @param <R> the type of the question
     * @param <T> the type of the result
     * @param name the name of the effect, as for {@link #once(String, Object, Class)}
     * @param answered the answered question of this visit
     * @param resultType the type of the result
     * @return the effect, not performed yet
     * @throws IllegalArgumentException as for {@link #once(String, Answered.Part, Class)}
     */
    default <R, T> ApprovedEffect<R, T> once(String name, Answered<R, ?> answered, Class<T> resultType) {
        return once(name, answered.part(question -> question), resultType);
    }

    /**
     * Hands rows of the program to the transaction that commits this step: both are stored, or neither (E8). The step
     * has {@code transactional = true}, and the store keeps the program's tables, too: Postgres, or the SQLite file.
     *
     * <pre>{@code
     * @Step(next = END, transactional = true)
     * void book(Order order, StepContext<?> context) {
     *     context.atCheckpoint(connection -> bookings.insert(connection, order));
     * }
     * }</pre>
     *
     * <p>The work is executed after the step has returned, in the order of these calls, perhaps by another thread. It
     * is executed again if it is unknown whether a commit was stored (R11), and is applied once. What it throws fails
     * the step, as if the step had thrown it. It is not executed if the attempt fails or is abandoned. Keep it short:
     * the row of the run is locked meanwhile, and it is stopped after a third of the lease.
     *
     * @param work the statements
     * @throws IllegalStateException if the step does not declare {@code transactional}
     */
    void atCheckpoint(CheckpointWork work);

    /**
     * Replies to a message that wants a reply: the one that the run took last of its mailbox, in this visit or an
     * earlier one (Q9). The reply belongs to the commit of this step. A reply with nobody to reply to, as in a fork, is
     * dropped.
     *
     * <pre>{@code
     * @Step(next = "serve")
     * void assign(Cluster cluster, Assign job, StepContext<?> context) {
     *     context.reply(job, cluster.place(job.task()));
     * }
     * }</pre>
     *
     * @param <R> the type of the reply
     * @param message the message, of which only the type counts
     * @param reply the reply, which is stored as it is now
     * @throws NotStorableException if the reply cannot be stored; the step fails even if it catches this (R12)
     * @throws IllegalStateException if the message has got a reply before
     */
    <R> void reply(AsksFor<R> message, R reply);

    /**
     * Performs a task for each element, at most 16 at a time: calls of tools that a model asks for at once, for example
     * (R13).
     *
     * <pre>{@code
     * @Step(next = "model", effects = "tool")
     * void tools(Dialogue dialogue, StepContext<?> context) throws InterruptedException {
     *     List<String> results = context.together(dialogue.calls, call -> context.once("tool", call, String.class)
     *             .item(call.id())
     *             .retryWithSameKey()
     *             .call((key, stored) -> tools.call(stored, key)));
     *     dialogue.messages.addAll(results); // in the order of the calls
     * }
     * }</pre>
     *
     * @param <T> the type of the elements
     * @param <R> the type of the results
     * @param <X> what a task throws
     * @param elements the elements; the list is copied
     * @param task what is done for each
     * @return the results, in the order of the elements, in a new list
     * @throws X the first exception of a task; for an {@link InterruptedException}, a {@link TransientException}
     * @throws InterruptedException if this thread was interrupted
     * @see #together(List, int, Task)
     */
    default <T, R extends @Nullable Object, X extends Exception> List<R> together(List<T> elements, Task<T, R, X> task)
            throws X, InterruptedException {
        return together(elements, 16, task);
    }

    /**
     * Performs a task for each element, so many at a time (R13). Each task has a thread, which is virtual where the JVM
     * has such threads. The call returns or throws once no task is in progress. A task may use this context; an effect
     * in it names an {@linkplain Effect#item item} or a {@linkplain Effect#key business key}. The tasks share the state
     * with each other: let them return what they find, and change the state after them.
     *
     * <p>After the first exception of a task, no further element begins. Tasks that are in the call of an effect finish
     * it, and the others are interrupted. Then the exception is thrown, with those of other tasks as suppressed. When
     * the attempt is to stop, all tasks are interrupted. One that ignores that is abandoned at the timeout of the step,
     * which holds for the whole call (R9).
     *
     * <p>All of it belongs to one visit, with one commit. If the process dies, the step is repeated for all elements;
     * effects that are done give their results.
     *
     * @param <T> the type of the elements
     * @param <R> the type of the results
     * @param <X> what a task throws
     * @param elements the elements; the list is copied
     * @param atMost how many tasks are in progress at a time
     * @param task what is done for each
     * @return the results, in the order of the elements, in a new list; null where the task has returned null
     * @throws X the first exception of a task; for an {@link InterruptedException}, a {@link TransientException}
     * @throws InterruptedException if this thread was interrupted
     * @throws IllegalArgumentException if {@code atMost} is less than 1
     */
    <T, R extends @Nullable Object, X extends Exception> List<R> together(
            List<T> elements, int atMost, Task<T, R, X> task) throws X, InterruptedException;

    /**
     * Throws if this attempt must end, because its time is over or the run was cancelled or taken over. Long steps call
     * it between units of work.
     */
    void checkCancelled();

    /**
     * The task that {@link StepContext#together(List, Task) together} performs for one element.
     *
     * @param <T> the type of the element
     * @param <R> the type of the result
     * @param <X> the checked exception that it throws
     */
    @FunctionalInterface
    interface Task<T, R extends @Nullable Object, X extends Exception> {

        /**
         * Does the work for one element, in a thread of its own.
         *
         * @param element the element
         * @return the result; may be null
         * @throws X if it fails
         */
        R perform(T element) throws X;
    }
}
