package io.stepgraph.testkit;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The beginning of a {@link Scenario} with fakes: it says what of them is compared between the plays.
 *
 * @param <F> the fakes
 * @param <R> the runs of the agent
 */
public final class ScenarioWithFakes<F, R> {
    private final String name;
    private final Function<? super Clock, ? extends F> fakes;
    private final Function<? super F, ? extends AgentGraph<?, ?, ?, ?, R, ?>> graph;
    private final Map<String, Function<? super F, ?>> values = new LinkedHashMap<>();
    private BiFunction<? super F, ? super MachineClock, ? extends Store> store =
            (made, clock) -> new MemoryStore(clock);

    ScenarioWithFakes(
            String name,
            Function<? super Clock, ? extends F> fakes,
            Function<? super F, ? extends AgentGraph<?, ?, ?, ?, R, ?>> graph) {
        this.name = Objects.requireNonNull(name, "name");
        this.fakes = Objects.requireNonNull(fakes, "fakes");
        this.graph = Objects.requireNonNull(graph, "graph");
    }

    /**
     * Compares a value of the fakes: at the end of each play with a crash or in another mode, it has to be equal to
     * that of the undisturbed play. Name what must not happen twice, such as payments. Leave out what may: a step that
     * is repeated after a crash asks its model again.
     *
     * @param what the name of the value, such as {@code payments}
     * @param value reads it: a number, a text, a record, or a collection or map of them; null and an array fail the
     *     test
     * @return this
     */
    public ScenarioWithFakes<F, R> compare(String what, Function<? super F, ?> value) {
        values.put(Objects.requireNonNull(what, "what"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * Plays on another store than one in memory: for an agent that stores rows with its steps, on a database that the
     * fakes have made.
     *
     * <pre>{@code
     * .store((bookings, clock) -> SqliteStore.builder(bookings.file()).clock(clock).open())
     * }</pre>
     *
     * @param opened opens an empty store for each play, which closes it
     * @return this
     */
    public ScenarioWithFakes<F, R> store(BiFunction<? super F, ? super MachineClock, ? extends Store> opened) {
        this.store = Objects.requireNonNull(opened, "store");
        return this;
    }

    /**
     * The scenario with its start. After a crash it is called again, as the program would, and has to give the same
     * values.
     *
     * @param call starts the run with the given id: {@code (runs, id) -> runs.run(id, new Claim(...))}
     * @return the scenario
     * @throws IllegalArgumentException if nothing of the fakes is compared: a second payment would not be found
     */
    public Scenario<R> start(BiConsumer<? super R, String> call) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "Scenario '" + name + "' compares nothing of its fakes, so it would not find"
                            + " a second payment. Call compare(\"payments\", fake -> fake.count()) first.");
        }
        Map<String, Function<? super F, ?>> compared = new LinkedHashMap<>(values);
        return new Scenario<>(name, clock -> fakes(compared, clock), compared.keySet()).start(call);
    }

    private Fakes<R> fakes(Map<String, Function<? super F, ?>> compared, Clock clock) {
        F made = fakes.apply(clock);
        Map<String, Supplier<?>> readers = new LinkedHashMap<>();
        compared.forEach((what, value) -> readers.put(what, () -> value.apply(made)));
        BiFunction<? super F, ? super MachineClock, ? extends Store> opened = store;
        return new Fakes<>(made, () -> graph.apply(made), readers, machine -> opened.apply(made, machine));
    }
}
