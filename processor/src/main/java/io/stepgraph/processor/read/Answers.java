package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import java.util.ArrayList;
import java.util.Comparator;
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
        List<TypeUse> answers = written.answers().stream()
                .map(answer -> new TypeUse(types.boxed(answer.type()), answer.place()))
                .toList();
        AnswerVariants divided = AnswerVariants.of(answers);
        Set<Integer> next = new LinkedHashSet<>();
        boolean complete = written.complete() && divided.isComplete();
        for (var name : interrupt.next()) {
            Integer target = steps.indexOf(name);
            if (target != null) {
                next.add(target);
                Parameter input = input(target);
                complete &= (input == null || !types.isUnknown(input.type()))
                        && !steps.all().get(target).signature().hasOtherState();
            } else if (!name.isEnd()) {
                complete = false;
            }
        }
        List<AnswerVariant> leaves = new ArrayList<>();
        for (AnswerVariant leaf : divided.leaves()) {
            List<Integer> takers = takers(next, input -> types.takes(input, leaf.type()));
            leaves.add(new AnswerVariant(leaf.element(), leaf.type(), leaf.declared(), mostSpecific(takers)));
        }
        leaves.sort(Comparator.comparingInt(leaf -> -widerSteps(leaf, next)));
        List<Integer> expiryTakers = takers(next, TypeRelations::takesExpired);
        return new InterruptModel(answers, divided.open(), leaves, written.expires(), expiryTakers, complete);
    }

    /** As with overloaded methods, a step is left out if another one takes a narrower type. */
    private List<Integer> mostSpecific(List<Integer> takers) {
        return takers.stream()
                .filter(wide -> takers.stream().noneMatch(narrow -> isNarrower(input(narrow), input(wide))))
                .toList();
    }

    /** How many next steps take a wider type than the steps that take this leaf. */
    private int widerSteps(AnswerVariant leaf, Set<Integer> next) {
        return leaf.takers().isEmpty()
                ? 0
                : (int) next.stream()
                        .filter(wide -> isNarrower(input(leaf.takers().get(0)), input(wide)))
                        .count();
    }

    private boolean isNarrower(@Nullable Parameter narrow, @Nullable Parameter wide) {
        return narrow != null && wide != null && types.takes(wide, narrow.type()) && !types.takes(narrow, wide.type());
    }

    private List<Integer> takers(Set<Integer> next, Predicate<@Nullable Parameter> accepts) {
        List<Integer> takers = new ArrayList<>();
        for (Integer target : next) {
            if (accepts.test(input(target))) {
                takers.add(target);
            }
        }
        return takers;
    }

    private @Nullable Parameter input(int step) {
        return steps.all().get(step).input();
    }
}
