package io.stepgraph.processor.model;

import javax.lang.model.type.TypeMirror;

/** The return type of a method of the graph, and its meaning given the method's {@code next}. */
public record Returned(Kind kind, TypeMirror type, Place place) {

    public enum Kind {
        /** {@code void}: go to the one next step, or end. */
        VOID,
        /** The new state. */
        STATE,
        /** The input of the one next step. */
        INPUT_FOR_NEXT,
        /** The result of the run; the only next is {@code END}. */
        RESULT,
        /** The generated {@code <Method>Next}, which need not exist yet. */
        NEXT_CLASS,
        /** The question of an interrupt. */
        QUESTION,
        /** The time for which a wait lets the run wait, or until when. */
        TIME,
        /** The starts of the agents that a call calls. */
        STARTS,
        /** None of these: a mistake, or a type that does not exist (yet). */
        OTHER
    }
}
