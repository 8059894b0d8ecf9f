package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.MailboxModel;
import io.stepgraph.processor.model.MailboxModel.Reply;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Finds which {@code next} steps of an interrupt take which answers. */
final class Answers {

    private final Steps steps;
    private final TypeRelations types;
    private final SourceFiles files;
    private final Gates gates;

    Answers(Steps steps, TypeRelations types, SourceFiles files, Gates gates) {
        this.steps = steps;
        this.types = types;
        this.files = files;
        this.gates = gates;
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
                complete &= isSure(steps.all().get(target), interrupt, divided.leaves());
            } else if (!name.isExit()) {
                complete = false;
            }
        }
        List<AnswerVariant> leaves = withTakers(divided.leaves(), next, interrupt);
        List<Integer> expiryTakers = takers(
                next,
                target -> TypeRelations.takesExpired(steps.all().get(target).input()));
        return new InterruptModel(
                answers,
                divided.open(),
                leaves,
                new ActionMarks(types, files, interrupt).with(leaves),
                written.expires(),
                written.expiresBy(),
                expiryTakers,
                written.rule(),
                mailbox(written.mailbox(), leaves),
                complete);
    }

    private @Nullable MailboxModel mailbox(@Nullable MailboxModel written, List<AnswerVariant> messages) {
        List<Reply> replies = new ArrayList<>();
        for (AnswerVariant message : messages) {
            TypeMirror type = types.reply(message.type());
            if (type != null) {
                replies.add(new Reply(message, type));
            }
        }
        return written == null ? null : new MailboxModel(written.place(), List.copyOf(replies));
    }

    /** Returns leaves of an answer or a result with their takers, and those first that a narrower type takes. */
    List<AnswerVariant> withTakers(List<AnswerVariant> leaves, Set<Integer> next, StepModel interrupt) {
        List<AnswerVariant> taken = new ArrayList<>();
        for (AnswerVariant leaf : leaves) {
            List<Integer> takers = takers(next, target -> types.takes(taking(target, interrupt), leaf.type()));
            taken.add(new AnswerVariant(leaf.element(), leaf.type(), leaf.declared(), mostSpecific(takers, interrupt)));
        }
        taken.sort(Comparator.comparingInt(leaf -> -widerSteps(leaf, next, interrupt)));
        return taken;
    }

    /**
     * Returns the steps with the narrowest types: as with overloaded methods, a step is left out if another one takes a
     * narrower type.
     */
    private List<Integer> mostSpecific(List<Integer> takers, StepModel interrupt) {
        return takers.stream()
                .filter(wide -> takers.stream()
                        .noneMatch(narrow -> isNarrower(taking(narrow, interrupt), taking(wide, interrupt))))
                .toList();
    }

    /** Returns the number of next steps that take a wider type than the steps that take this leaf. */
    private int widerSteps(AnswerVariant leaf, Set<Integer> next, StepModel interrupt) {
        return leaf.takers().isEmpty()
                ? 0
                : (int) next.stream()
                        .filter(wide -> isNarrower(taking(leaf.takers().get(0), interrupt), taking(wide, interrupt)))
                        .count();
    }

    private boolean isNarrower(@Nullable Parameter narrow, @Nullable Parameter wide) {
        return narrow != null && wide != null && types.takes(wide, narrow.type()) && !types.takes(narrow, wide.type());
    }

    private List<Integer> takers(Set<Integer> next, Predicate<Integer> accepts) {
        List<Integer> takers = new ArrayList<>();
        for (Integer target : next) {
            if (accepts.test(target)) {
                takers.add(target);
            }
        }
        return takers;
    }

    private @Nullable Parameter taking(int step, StepModel interrupt) {
        return steps.all().get(step).taking(interrupt.name());
    }

    /** Whether no mistake leaves open what a next step takes. */
    private boolean isSure(StepModel target, StepModel interrupt, List<AnswerVariant> leaves) {
        if (target.signature().hasOtherState()) {
            return false;
        }
        if (target.takesAnswered(interrupt.name())) {
            return !gates.opening(target.taking(interrupt.name()), leaves).isEmpty();
        }
        Parameter input = target.input();
        return !target.isExactly()
                && (target.answered() == null || hasGate(target))
                && (input == null || !types.isUnknown(input.type()));
    }

    private boolean hasGate(StepModel target) {
        StepModel interrupt =
                target.gate() == null ? null : steps.find(target.gate().interrupt());
        return interrupt != null && interrupt.isInterrupt();
    }
}
