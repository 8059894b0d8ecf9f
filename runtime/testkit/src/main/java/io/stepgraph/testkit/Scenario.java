package io.stepgraph.testkit;

import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.client.AgentRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run of an agent that {@link AgentTests} plays: an agent with fake models and tools, a start, and an answer for each
 * question.
 *
 * <pre>{@code
 * Scenario.of("an approved draft is revised", () -> ReviewAgentGraph.of(new ReviewAgent(new FakeModel())))
 *         .start((runs, id) -> runs.run(id, new Essay("essay.txt", "A long text.")))
 *         .answer(ReviewAgentStep.APPROVE, new Approved())
 * }</pre>
 *
 * <p>The agent is made anew for each process of a play, so a fake that gives its replies by their order begins from the first
 * one after a crash. Let a fake decide by what it is asked. A fake of a remote system that is to survive a crash, such as a
 * payment server, stands outside: for example, in a field of the test.
 *
 * @param <R> the runs of the agent
 */
public final class Scenario<R extends AgentRuns<?, ?, ?>> {
    private final String name;
    private final Supplier<? extends AgentGraph<?, ?, ?, ?, R, ?>> graph;
    private final @Nullable BiConsumer<? super R, String> start;
    private final List<Answer> answers;

    private final boolean isToFail;

    private Scenario(
            String name,
            Supplier<? extends AgentGraph<?, ?, ?, ?, R, ?>> graph,
            @Nullable BiConsumer<? super R, String> start,
            List<Answer> answers,
            boolean isToFail) {
        this.name = name;
        this.graph = graph;
        this.start = start;
        this.answers = answers;
        this.isToFail = isToFail;
    }

    /** An answer to a question of an interrupt. */
    record Answer(Enum<?> interrupt, Object answer) {}

    /**
     * A scenario without a start and without answers.
     *
     * @param name its name in the report, such as {@code an approved draft is revised}
     * @param graph makes the agent, with fakes
     * @param <R> the runs of the agent
     * @return the scenario
     */
    public static <R extends AgentRuns<?, ?, ?>> Scenario<R> of(
            String name, Supplier<? extends AgentGraph<?, ?, ?, ?, R, ?>> graph) {
        return new Scenario<>(
                Objects.requireNonNull(name, "name"), Objects.requireNonNull(graph, "graph"), null, List.of(), false);
    }

    /**
     * The same scenario with a start. After a crash it is called again, as the program would, and has to give the same values.
     *
     * @param call starts the run with the given id: {@code (runs, id) -> runs.run(id, new Essay(...))}
     * @return the scenario
     */
    public Scenario<R> start(BiConsumer<? super R, String> call) {
        return new Scenario<>(name, graph, Objects.requireNonNull(call, "call"), answers, isToFail);
    }

    /**
     * The same scenario with one more answer. The answers to an interrupt are given in their order, one for each of its
     * questions.
     *
     * @param interrupt the constant of the interrupt, such as {@code ReviewAgentStep.APPROVE}
     * @param answer the answer
     * @return the scenario
     */
    public Scenario<R> answer(Enum<?> interrupt, Object answer) {
        List<Answer> more = new ArrayList<>(answers);
        more.add(new Answer(Objects.requireNonNull(interrupt, "interrupt"), Objects.requireNonNull(answer, "answer")));
        return new Scenario<>(name, graph, start, List.copyOf(more), isToFail);
    }

    /**
     * The same scenario, whose run has to fail. Without this, a run that fails fails its test.
     *
     * @return the scenario
     */
    public Scenario<R> fails() {
        return new Scenario<>(name, graph, start, answers, true);
    }

    String name() {
        return name;
    }

    AgentGraph<?, ?, ?, ?, R, ?> graph() {
        return graph.get();
    }

    BiConsumer<? super R, String> start() {
        if (start == null) {
            throw new IllegalStateException(
                    "Scenario '" + name + "' has no start. Call start((runs, id) -> runs.run(id, ...)).");
        }
        return start;
    }

    /** Checks the end of a play whose answers are those of the scenario. */
    void checkEnd(@Nullable String failure) {
        checkGoesOn(failure);
        if (isToFail && failure == null) {
            throw new AssertionError("The run has not failed, though the scenario says that it does.");
        }
    }

    /** Checks the end of a play in which a question was not answered. */
    void checkGoesOn(@Nullable String failure) {
        if (!isToFail && failure != null) {
            throw new AssertionError(
                    "The run has failed: " + failure + ". If that is right, call fails() of the scenario.");
        }
    }

    /** The answers to an interrupt, in their order. */
    List<Object> answers(Enum<?> interrupt) {
        return answers.stream()
                .filter(each -> each.interrupt.equals(interrupt))
                .map(Answer::answer)
                .toList();
    }
}
