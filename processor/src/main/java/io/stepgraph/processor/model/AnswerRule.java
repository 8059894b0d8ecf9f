package io.stepgraph.processor.model;

import java.util.List;

/**
 * An {@code @AnsweredBy}.
 *
 * @param roles the roles of which the answerer must have one; empty for any person
 * @param otherThan the interrupts whose answerers may not answer this one; empty if none
 */
public record AnswerRule(List<Name> roles, boolean notStarter, List<Name> otherThan, Place place) {}
