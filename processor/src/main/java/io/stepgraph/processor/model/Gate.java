package io.stepgraph.processor.model;

import java.util.List;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * A {@code @GatedBy}.
 *
 * @param interrupt the name of the interrupt or call that guards the step
 * @param answers the types it lists; empty for the step's own input
 * @param answerPlace the place of the whole {@code answers} value; null if it is not written
 * @param opening the leaves of the interrupt's answer or the call's result that open this gate, never {@code Expired};
 *     also none if completion opens it, because the result of the call has no leaves
 * @param exactly whether the step does exactly what the question showed
 */
public record Gate(
        Name interrupt,
        List<TypeUse> answers,
        List<TypeElement> opening,
        boolean exactly,
        Place place,
        @Nullable Place answerPlace) {}
