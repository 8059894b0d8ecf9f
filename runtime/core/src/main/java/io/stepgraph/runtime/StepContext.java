package io.stepgraph.runtime;

import io.stepgraph.PermissionMode;

/**
 * A step's view of its run. It is valid during the step's attempt: after the attempt is over or abandoned, every method
 * throws. Safe for use by the threads of one step.
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
     * Emits a custom event at once to the readers of this run's stream, while the step works (V2). The event is stored with
     * the commit of the step; the events of an attempt that fails are void.
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
     * @throws NotStorableException if the event cannot be stored, or the events since the last commit are too large together;
     *     the step fails even if it catches this (R12)
     */
    void emit(E customEvent);

    /**
     * Begins a side effect that happens once in this visit, however often the step is retried, crashes or is resumed (E1).
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
     * @param request what is asked of the remote system: a value that can be stored. It may be a list, set or map whose elements
     *     have one type, as {@code List.of(charge)}
     * @param resultType the type of the result: a value that can be stored
     * @return the effect, not performed yet
     * @throws IllegalArgumentException if the name is empty or too long
     */
    <R, T> Effect<R, T> once(String name, R request, Class<T> resultType);

    /**
     * Throws if this attempt must end, because its time is over or the run was cancelled or taken over. Long steps call it
     * between units of work.
     */
    void checkCancelled();
}
