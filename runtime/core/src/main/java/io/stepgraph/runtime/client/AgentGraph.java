package io.stepgraph.runtime.client;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.codec.CustomizedGraph;
import io.stepgraph.internal.visit.MachineCore;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.graph.Graph;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The ways to run an agent: durably on a runner, or step by step in a machine. The processor writes a subclass for
 * every agent class, called like it with {@code Graph} at the end, whose {@code of} takes the one agent object that
 * serves all runs:
 *
 * <pre>{@code
 * ReviewAgentGraph.Runs runs = ReviewAgentGraph.of(new ReviewAgent(model)).on(runner);
 * ReviewAgentGraph.Machine machine = ReviewAgentGraph.of(new ReviewAgent(model)).machine();
 * }</pre>
 *
 * <p>As safe for use by many threads as the agent is.
 *
 * @param <A> the agent class
 * @param <S> the state
 * @param <E> the custom events; {@link Void} if the graph has none
 * @param <N> the enum of steps
 * @param <R> the runs of this agent
 * @param <M> the machines of this agent
 */
public abstract class AgentGraph<A, S, E, N extends Enum<N>, R, M> {
    private final Graph<A, S, E, N> graph;
    private final A agent;

    /**
     * Supports generated code.
     *
     * @param graph the graph of the agent's class
     * @param agent the agent
     */
    public AgentGraph(Graph<A, S, E, N> graph, A agent) {
        this.graph = Objects.requireNonNull(graph, "graph");
        this.agent = Objects.requireNonNull(agent, "agent");
    }

    /**
     * The runs of this agent on an engine, such as a runner.
     *
     * @param engine executes and stores them
     * @return the client
     */
    public final R on(Engine engine) {
        return runs(engine.client(graph, agent));
    }

    /**
     * The runs of this agent in one thread, that is, in one conversation (L2). At most one of them is unfinished; each
     * begins with the state that the one before has left, however that ended, and a state that is given starts a new
     * thread only. A start with a state and nothing else would lose it in a thread that has had a run, and throws
     * {@link StartConflictException}; give the state as a supplier there.
     *
     * <pre>{@code
     * ChatAgentGraph.Runs chat = ChatAgentGraph.of(agent).on(runner, "customer-42");
     * chat.run("question-1", new Dialogue(), "Where is my order?");
     * chat.run("question-2", new Dialogue(), "And when does it come?"); // knows of the first
     * }</pre>
     *
     * <p>If a run of the thread is unfinished, even if it only waits for an answer, the start of another run throws
     * {@link ThreadBusyException}, or waits if the engine was built with {@code onBusy(ThreadBusyPolicy.WAIT)}.
     *
     * @param engine executes and stores them
     * @param thread the name of the conversation, in the namespace of the engine; 1 to 200 characters
     * @return the client, which knows the runs of this thread only
     */
    public final R on(Engine engine, String thread) {
        return runs(engine.client(graph, agent, thread));
    }

    /**
     * Returns the same agent, whose values are written and read as JSON in another way: with modules, mix-ins, a naming
     * strategy or other settings of Jackson 3. All runs and machines of the returned graph use it, for all values:
     * state, inputs, questions, answers, custom events and results.
     *
     * <pre>{@code
     * ReviewAgentGraph.of(agent)
     *         .json(mapper -> mapper.addMixIn(Money.class, MoneyMixIn.class))
     *         .on(runner);
     * }</pre>
     *
     * <p>The customizer is called several times, each with a builder that is set up as without it, and does the same to
     * each. The customizer cannot change these rules: data never names a class to build, by default typing or by
     * annotation (S6); the limits of depth and size; sealed types name their subtypes with {@code @type}, unless they
     * use {@code @JsonTypeInfo} with names; stored values may have fields that were added or removed since (S1), and
     * answers in JSON are read strictly (I4).
     *
     * <p>Stored values are read as they were written only with the same customizer, so every program that works with
     * the runs passes the same one. Keep the returned graph instead of making it for each run: it holds Jackson's
     * knowledge of the types.
     *
     * @param customizer changes the builder of a mapper, and does not build it; its exceptions appear where the values
     *     are first needed, for runs in {@link #on(Engine)}
     * @return the same agent, customised; this graph does not change
     */
    public final AgentGraph<A, S, E, N, R, M> json(Consumer<? super JsonMapper.Builder> customizer) {
        return new Customized<>(this, CustomizedGraph.of(graph, Objects.requireNonNull(customizer, "customizer")));
    }

    /**
     * Returns the same agent, whose graph has another name in place of that of {@code @StepGraph}. The name is stored
     * with every run, and tells the runs of several agents of one class apart in a namespace: a client takes only the
     * runs of its name, and a worker takes each run with the agent of that name.
     *
     * <pre>{@code
     * var support = ReviewAgentGraph.of(new ReviewAgent(small)).named("support");
     * var sales = ReviewAgentGraph.of(new ReviewAgent(large)).named("sales");
     * Worker worker = Worker.builder(store).graphs(support, sales).build().start();
     * }</pre>
     *
     * <p>Every program that works with the runs gives the same name, from the first run on. Keep the returned graph, as
     * that of {@link #json}.
     *
     * @param name a stable name of 1 to 200 characters
     * @return the same agent, named; this graph does not change
     * @throws IllegalArgumentException if the name is empty, too long, or not valid text
     */
    public final AgentGraph<A, S, E, N, R, M> named(String name) {
        return new Customized<>(this, CustomizedGraph.named(graph, name));
    }

    /**
     * Hears no event. It is a class, because a lambda would cost a program more at its start than the rest of the
     * machine.
     */
    private static final class Unheard implements Consumer<@Nullable Object> {
        @Override
        public void accept(@Nullable Object customEvent) {}
    }

    /** Leaves the types to the generated class. */
    private static final class Customized<A, S, E, N extends Enum<N>, R, M> extends AgentGraph<A, S, E, N, R, M> {
        private final AgentGraph<A, S, E, N, R, M> generated;

        Customized(AgentGraph<A, S, E, N, R, M> generated, Graph<A, S, E, N> customized) {
            super(customized, generated.agent);
            this.generated = generated;
        }

        @Override
        protected R runs(RunClient<S, N> client) {
            return generated.runs(client);
        }

        @Override
        protected M machine(MachineClient<S, N> client) {
            return generated.machine(client);
        }
    }

    /**
     * A synchronous machine, without a store, that has not been started, in mode {@code DEFAULT}. No {@code machine}
     * is for a graph with calls.
     *
     * @return the machine
     * @throws IllegalStateException if the graph has calls
     */
    public final M machine() {
        return machine(PermissionMode.DEFAULT);
    }

    /**
     * A synchronous machine, without a store, that has not been started.
     *
     * @param mode the mode of the run
     * @return the machine
     * @throws IllegalStateException if the graph has calls
     */
    public final M machine(PermissionMode mode) {
        return machine(mode, new Unheard());
    }

    /**
     * A synchronous machine, without a store, that has not been started.
     *
     * @param mode the mode of the run
     * @param customEvents receives the custom events of steps
     * @return the machine
     * @throws IllegalStateException if the graph has calls
     */
    public final M machine(PermissionMode mode, Consumer<? super E> customEvents) {
        return machine(new MachineClient<>(new MachineCore<>(graph, agent, mode, customEvents)));
    }

    /**
     * A synchronous machine that continues from an {@link AgentMachine#snapshot}, in mode {@code DEFAULT}.
     *
     * @param snapshot the text that it gave
     * @return the machine
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it cannot be read
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if it stands at a step that this build does not
     *     have
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     * @throws StepgraphException with {@link ErrorCode#WRONG_GRAPH} if it is of another graph
     */
    public final M machine(String snapshot) {
        return machine(snapshot, PermissionMode.DEFAULT);
    }

    /**
     * A synchronous machine that continues from an {@link AgentMachine#snapshot}.
     *
     * @param snapshot the text that it gave
     * @param mode the mode of the run
     * @return the machine
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it cannot be read
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if it stands at a step that this build does not
     *     have
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     * @throws StepgraphException with {@link ErrorCode#WRONG_GRAPH} if it is of another graph
     */
    public final M machine(String snapshot, PermissionMode mode) {
        return machine(snapshot, mode, new Unheard());
    }

    /**
     * A synchronous machine that continues from an {@link AgentMachine#snapshot}.
     *
     * @param snapshot the text that it gave
     * @param mode the mode of the run
     * @param customEvents receives the custom events of steps
     * @return the machine
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it cannot be read
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if it stands at a step that this build does not
     *     have
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     * @throws StepgraphException with {@link ErrorCode#WRONG_GRAPH} if it is of another graph
     */
    public final M machine(String snapshot, PermissionMode mode, Consumer<? super E> customEvents) {
        MachineCore<A, S, E, N> restored = new MachineCore<>(graph, agent, mode, customEvents);
        restored.restore(snapshot);
        return machine(new MachineClient<>(restored));
    }

    /**
     * Gives a client the types of this agent. Supports generated code.
     *
     * @param client the client
     * @return the same, typed
     */
    protected abstract R runs(RunClient<S, N> client);

    /**
     * Gives a machine the types of this agent. Supports generated code.
     *
     * @param client the machine
     * @return the same, typed
     */
    protected abstract M machine(MachineClient<S, N> client);
}
