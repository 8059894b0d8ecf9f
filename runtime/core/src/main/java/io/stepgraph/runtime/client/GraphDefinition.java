package io.stepgraph.runtime.client;

import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.CalledAgent;
import io.stepgraph.runtime.graph.Choice;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.runtime.graph.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The common part of all generated definitions: the transitions. A transition that carries nothing is made once. For
 * generated code; nobody else needs to extend it. Safe for use by many threads.
 *
 * @param <A> the agent class
 * @param <S> the state
 * @param <E> the custom events; {@link Void} if the graph has none
 * @param <N> the enum of steps
 * @param <O> the outcome that users see for a {@link RunOutcome}
 */
public abstract class GraphDefinition<A, S, E, N extends Enum<N>, O> implements Graph<A, S, E, N> {
    private final GraphSpec<N> spec;
    private final Transition<N, S>[] fixed;
    private final Transition<N, S> end = Transition.end();

    /**
     * Made once for every graph.
     *
     * @param spec the declared graph
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type, which never leaves this class
    protected GraphDefinition(GraphSpec<N> spec) {
        this.spec = spec;
        List<StepSpec<N>> steps = spec.steps();
        this.fixed = new Transition[steps.size()];
        for (int i = 0; i < fixed.length; i++) {
            fixed[i] = Transition.go(steps.get(i).step());
        }
    }

    @Override
    public final GraphSpec<N> spec() {
        return spec;
    }

    /**
     * Gives a stop the types of this graph.
     *
     * @param outcome the untyped outcome
     * @return the same, typed
     */
    public abstract O outcome(RunOutcome<N> outcome);

    /** Goes to a step that takes no input. */
    @SuppressWarnings("EnumOrdinal") // the steps are in the order of the enum, and this is on the path of every step
    public final Transition<N, S> go(N target) {
        return fixed[target.ordinal()];
    }

    /** Goes to a step and hands a value over to it; refuses null with {@link ErrorCode#NULL_RETURNED}. */
    public final Transition<N, S> go(N target, @Nullable Object input) {
        return Transition.go(target, input);
    }

    /** Goes to a step that takes no input, with a new state; refuses null with {@link ErrorCode#NULL_RETURNED}. */
    public final Transition<N, S> goWith(N target, @Nullable S state) {
        return Transition.goWith(target, state);
    }

    /** Ends the run; the state is the result. */
    public final Transition<N, S> end() {
        return end;
    }

    /** Ends the run with a result of its own type; refuses null with {@link ErrorCode#NULL_RETURNED}. */
    public final Transition<N, S> end(@Nullable Object result) {
        return Transition.end(result);
    }

    /** Ends the run with a new state, which is the result; refuses null with {@link ErrorCode#NULL_RETURNED}. */
    public final Transition<N, S> endWith(@Nullable S state) {
        return Transition.endWith(state);
    }

    /** Fails the run; refuses null with {@link ErrorCode#NULL_RETURNED}. */
    public final Transition<N, S> fail(@Nullable String reason) {
        return Transition.fail(reason);
    }

    /** Asks a question; refuses null with {@link ErrorCode#NULL_RETURNED}. */
    public final Transition<N, S> ask(@Nullable Object question) {
        return Transition.ask(question);
    }

    /** Asks a question until an instant; refuses null with {@link ErrorCode#NULL_RETURNED}. */
    public final Transition<N, S> ask(@Nullable Object question, @Nullable Instant until) {
        return Transition.ask(question, until);
    }

    /** Asks a question for a time; refuses null with {@link ErrorCode#NULL_RETURNED}. */
    public final Transition<N, S> ask(@Nullable Object question, @Nullable Duration time) {
        return Transition.ask(question, time);
    }

    /** Waits until an instant; refuses null with {@link ErrorCode#NULL_RETURNED}. */
    public final Transition<N, S> pause(@Nullable Instant until) {
        return Transition.pause(until);
    }

    /** Waits for a time; refuses null with {@link ErrorCode#NULL_RETURNED}. */
    public final Transition<N, S> pause(@Nullable Duration length) {
        return Transition.pause(length);
    }

    /**
     * Calls agents with these starts, in the order of the agents or of the elements of the list; refuses null, also
     * inside, with {@link ErrorCode#NULL_RETURNED}.
     */
    @SuppressWarnings("EnumOrdinal") // as above
    public final Transition<N, S> call(N call, @Nullable List<? extends @Nullable Object> starts) {
        StepSpec.Call declared =
                Objects.requireNonNull(spec.steps().get(call.ordinal()).call());
        for (int i = 0; starts != null && i < starts.size(); i++) { // contains(null) throws in lists without null
            CalledAgent<?, ?, ?> agent = declared.agents().get(declared.isList() ? 0 : i);
            if (starts.get(i) == null || agent.state().apply(starts.get(i)) == null) {
                String of = declared.isList() ? "element " + (i + 1) : "'" + agent.name() + "'";
                throw new StepgraphException(ErrorCode.NULL_RETURNED, "It returned no start for " + of + ".");
            }
        }
        return Transition.call(starts);
    }

    /** Returns the result of an agent that has completed. */
    protected static Object result(List<Ended<?>> ends, int index) {
        return ((Ended.Completed<?>) ends.get(index)).result();
    }

    /** Returns the results of agents that have all completed. */
    protected static List<Object> results(List<Ended<?>> ends) {
        List<Object> results = new ArrayList<>(ends.size());
        for (int i = 0; i < ends.size(); i++) {
            results.add(result(ends, i));
        }
        return results;
    }

    /** Goes to the step that {@link #route} finds for the result of the one agent; null if it finds none. */
    protected final @Nullable Transition<N, S> routed(N call, List<Ended<?>> ends) {
        Object result = result(ends, 0);
        N next = route(call, result);
        return next == null ? null : go(next, result);
    }

    /** Returns the outcome of an agent that was called; null while it works. */
    protected static <M extends Enum<M>, O> @Nullable O called(
            RunOutcome.Called<?> called, int place, GraphDefinition<?, ?, ?, M, O> graph) {
        return graph.typed(called.children().get(place).outcome());
    }

    /** Returns the agents of a list that wait or have failed. */
    protected static <M extends Enum<M>, O> List<WaitingChild<O>> waiting(
            RunOutcome.Called<?> called, GraphDefinition<?, ?, ?, M, O> graph) {
        List<WaitingChild<O>> waiting = new ArrayList<>();
        for (RunOutcome.Child child : called.children()) {
            O outcome = graph.typed(child.outcome());
            if (outcome != null) {
                waiting.add(new WaitingChild<>(child.run(), child.place(), outcome));
            }
        }
        return List.copyOf(waiting);
    }

    @SuppressWarnings("unchecked") // the runtime reads the run of an agent with the graph that is called here
    private @Nullable O typed(@Nullable RunOutcome<?> outcome) {
        return outcome == null ? null : outcome((RunOutcome<N>) outcome);
    }

    /** Gives the answered question of a visit the types that the processor has proven. */
    @SuppressWarnings("unchecked") // proven by the processor, and decoded by the types of the interrupt
    public static <Q, A> Answered<Q, A> answered(@Nullable Answered<?, ?> answered) {
        return (Answered<Q, A>) Objects.requireNonNull(answered);
    }

    /** Passes on the transition that a step chose; refuses null with {@link ErrorCode#NULL_RETURNED}. */
    public final Transition<N, S> chosen(@Nullable Choice<N, S> choice) {
        return Transition.chosen(choice == null ? null : choice.transition);
    }
}
