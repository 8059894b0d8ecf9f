package io.stepgraph.processor.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An {@code @AnsweredBy}.
 *
 * @param roles the roles of which the answerer must have one; empty for any person
 * @param otherThan the interrupt whose answerer may not answer this one; null if none
 */
public record AnswerRule(
        List<Name> roles, boolean notStarter, @Nullable Name otherThan, Place place) {}
