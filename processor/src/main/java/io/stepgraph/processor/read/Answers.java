package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Asking;
import io.stepgraph.processor.model.Leaf;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** Finds which {@code next} steps of an interrupt take which answers. */
final class Answers {

    private final Steps steps;
    private final TypeRelations types;

    Answers(Steps steps, TypeRelations types) {
        this.steps = steps;
        this.types = types;
    }

    Asking resolve(StepModel interrupt, Asking written) {
        Leaves divided = Leaves.of(written.answers());
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
        List<Leaf> leaves = new ArrayList<>();
        for (Leaf leaf : divided.leaves()) {
            List<Integer> takers = takers(next, input -> types.isSubtype(leaf.type(), input));
            leaves.add(new Leaf(leaf.element(), leaf.type(), leaf.declared(), takers));
        }
        List<Integer> expiryTakers = takers(next, Answers::takesExpired);
        return new Asking(written.answers(), divided.open(), leaves, written.expires(), expiryTakers, complete);
    }

    private List<Integer> takers(Set<Integer> next, Predicate<TypeMirror> accepts) {
        List<Integer> takers = new ArrayList<>();
        for (Integer target : next) {
            Parameter input = steps.all().get(target).input();
            if (input != null && accepts.test(input.type())) {
                takers.add(target);
            }
        }
        return takers;
    }

    private static boolean takesExpired(TypeMirror input) {
        return TypeRelations.isExpired(input)
                || (input instanceof DeclaredType declared
                        && ((TypeElement) declared.asElement())
                                .getQualifiedName()
                                .contentEquals("java.lang.Object"));
    }
}
