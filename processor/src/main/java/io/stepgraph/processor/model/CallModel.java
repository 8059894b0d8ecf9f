package io.stepgraph.processor.model;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * The part of a step that only calls have.
 *
 * @param agents as written, with unknown names and duplicates
 * @param agentsPlace the whole value of {@code agents}; null if it is missing, which the compiler reports itself
 * @param shape how many runs the call starts
 * @param timeout null if there is none
 * @param maxElements null if the annotation says nothing of it
 * @param maxMode the name of the mode; null if the annotation says nothing of it
 * @param results the leaves of the result and the {@code next} steps that take them, in the order of an
 *     {@link InterruptModel}; empty unless the call has the shape {@code ONE} and its result is a sealed type
 * @param takers what the known {@code next} steps take, in source order
 * @param complete false if an agent, its start or result, a step or its input could not be resolved
 */
public record CallModel(
        List<CalledAgent> agents,
        @Nullable Place agentsPlace,
        Shape shape,
        @Nullable Length timeout,
        @Nullable Numeral maxElements,
        @Nullable Name maxMode,
        List<AnswerVariant> results,
        List<Taker> takers,
        boolean complete) {

    /** How many runs a call starts. */
    public enum Shape {
        /** One agent, which gets one start. */
        ONE,
        /** One agent, which gets a list of starts: a run for each. */
        LIST,
        /** Several agents, which get one start each, by the generated {@code <Method>Starts}. */
        SEVERAL
    }

    /** What a step takes of a call. */
    public enum Taken {
        /** No input, so that all runs have to complete. */
        NOTHING,
        /** The result, or some of its leaves; the list of results; the generated {@code <Method>Results}. */
        RESULTS,
        /** {@code Ended}; a list of it; the generated {@code <Method>Ends}. */
        ENDS,
        /** None of these, which is a mistake. */
        OTHER
    }

    /**
     * A {@code next} step of a call.
     *
     * @param step its index
     * @param taken what it takes of the call
     */
    public record Taker(int step, Taken taken) {}

    /** Returns the agents that could be read. */
    public Stream<AgentModel> graphs() {
        return agents.stream().map(CalledAgent::graph).filter(Objects::nonNull);
    }

    /** Returns the agent; null if it could not be read, or if there are several. */
    public @Nullable AgentModel only() {
        return agents.size() == 1 ? agents.get(0).graph() : null;
    }

    /** Returns what the one agent returns; null if there are several, or if that is not known. */
    public @Nullable TypeMirror result() {
        AgentModel only = only();
        return only == null ? null : only.output();
    }

    /** Whether a {@code next} step takes ends, so that the call goes on whatever happens. */
    public boolean handsOverEnds() {
        return takers.stream().anyMatch(taker -> taker.taken() == Taken.ENDS);
    }

    /** Returns the leaves of the result that lead to a step. */
    public List<TypeElement> resultsFor(int step) {
        return results.stream()
                .filter(leaf -> leaf.takers().contains(step))
                .map(AnswerVariant::element)
                .toList();
    }
}
