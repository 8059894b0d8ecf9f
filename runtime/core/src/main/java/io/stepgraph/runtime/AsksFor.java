package io.stepgraph.runtime;

/**
 * A message that wants a reply. The step that takes it, or a later one, gives the reply with {@link StepContext#reply};
 * the caller gets it from the generated {@code ask} method of the mailbox (Q9).
 *
 * <pre>{@code
 * public record Assign(String task) implements Job, AsksFor<Nodes> {}
 * }</pre>
 *
 * @param <R> the type of the reply, which can be stored as an input of a step can
 */
public interface AsksFor<R> {}
