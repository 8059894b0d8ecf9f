package io.stepgraph.processor.model;

import java.util.List;

/**
 * An {@code @AnsweredBy}.
 *
 * @param roles the roles of which the answerer must have one; empty for any person
 * @param notStarter whether who started the run may not answer
 * @param starter whether nobody else may
 * @param otherThan the interrupts whose answerers may not answer this one; empty if none
 */
public record AnswerRule(List<Name> roles, boolean notStarter, boolean starter, List<Name> otherThan, Place place) {

    /** Whether it matters who has started the run. */
    public boolean needsStarter() {
        return notStarter || starter;
    }
}
