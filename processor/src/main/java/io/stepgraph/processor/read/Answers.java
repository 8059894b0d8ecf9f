package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds which {@code next} steps of an interrupt take which answers. */
final class Answers {

    private final Steps steps;
    private final TypeRelations types;

    Answers(Steps steps, TypeRelations types) {
        this.steps = steps;
        this.types = types;
    }

    InterruptModel resolve(StepModel interrupt, InterruptModel written) {
        AnswerVariants divided = AnswerVariants.of(written.answers());
        Set<Integer> next = new LinkedHashSet<>();
        boolean complete = written.complete() && divided.isComplete();
        for (var name : interrupt.next()) {
            Integer target = steps.indexOf(name);
            if (target != null) {
                next.add(target);
                Parameter input = steps.all().get(target).input();
                complete &= input == null || !types.isUnknown(input.type());
            } else if (!name.isEnd()) {
                complete = false;
            }
        }
        List<AnswerVariant> leaves = new ArrayList<>();
        for (AnswerVariant leaf : divided.leaves()) {
            List<Integer> takers = takers(next, input -> types.takes(input, leaf.type()));
            leaves.add(new AnswerVariant(leaf.element(), leaf.type(), leaf.declared(), takers));
        }
        List<Integer> expiryTakers = takers(next, TypeRelations::takesExpired);
        return new InterruptModel(written.answers(), divided.open(), leaves, written.expires(), expiryTakers, complete);
    }

    private List<Integer> takers(Set<Integer> next, Predicate<@Nullable Parameter> accepts) {
        List<Integer> takers = new ArrayList<>();
        for (Integer target : next) {
            if (accepts.test(steps.all().get(target).input())) {
                takers.add(target);
            }
        }
        return takers;
    }
}
