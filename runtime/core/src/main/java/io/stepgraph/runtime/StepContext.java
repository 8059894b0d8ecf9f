package io.stepgraph.runtime;

import io.stepgraph.PermissionMode;

/**
 * A step's view of the run it belongs to. It is valid while the step's attempt lasts: once the attempt is over or was
 * abandoned, every method throws. Safe for use by the threads of one step.
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
     * Tells whoever watches this run something now, while the step works (V2). It is stored with the commit of the step;
     * that of an attempt that fails is void. The stream that started the run may make this wait for its reader,
     * which does not count for the step's timeout.
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
     * @param customEvent what to tell
     * @throws NotStorableException if it cannot be stored, or is too much with those since the last commit; either fails the step
     *     in any case (R12)
     */
    void emit(E customEvent);

    /**
     * Throws if this attempt is to stop: its time is over, the run was cancelled or taken over. Long steps call it between
     * units of work.
     */
    void checkCancelled();
}
