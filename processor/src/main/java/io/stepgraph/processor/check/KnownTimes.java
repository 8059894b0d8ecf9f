package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TimeMethod;
import io.stepgraph.processor.read.TypeRelations;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** {@code expiresBy} names a method of the class that computes a time of what its interrupt takes. */
final class KnownTimes implements Check {

    private final TypeRelations types;

    KnownTimes(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            InterruptModel asked = step.interrupt();
            TimeMethod time = asked == null ? null : asked.expiresBy();
            if (asked != null && time != null && !time.name().isUnreadable()) {
                String flaw = flaw(agent, step, asked, time);
                if (flaw != null) {
                    String text = "'" + step.name() + "'" + flaw;
                    report.accept(new Diagnostic(
                            DiagnosticId.UNKNOWN_TIME, text, time.name().place()));
                }
            }
        }
    }

    private @Nullable String flaw(AgentModel agent, StepModel step, InterruptModel asked, TimeMethod time) {
        if (asked.expires() != null) {
            return " has expires and expiresBy. Remove one of the two.";
        }
        String name = time.name().text();
        String names = " names expiresBy = \"" + name + "\"";
        if (time.found().isEmpty()) {
            return names + "; there is no such method."
                    + Suggestion.closest(name, agent.surroundings().plainMethods());
        }
        if (time.found().size() > 1 || agent.step(name) != null) {
            return names + "; name one method that is no step and is not overloaded.";
        }
        ExecutableElement method = time.found().get(0);
        String unusable = UsableMethods.reason(method);
        if (unusable != null) {
            return names + ", which " + unusable;
        }
        List<TypeMirror> given = Stream.of(
                        agent.state(),
                        step.input() == null ? null : step.input().type())
                .flatMap(Stream::<TypeMirror>ofNullable)
                .toList();
        List<TypeMirror> taken =
                method.getParameters().stream().map(VariableElement::asType).toList();
        TypeMirror returned = method.getReturnType();
        if (taken.stream().anyMatch(types::isUnknown) || types.isUnknown(returned)) {
            return null; // the compiler reports it
        }
        if (!fits(taken, given)) {
            return names + "; it takes " + text(taken) + ", not " + text(given) + ".";
        }
        return TypeRelations.isTime(returned)
                ? null
                : names + "; it returns " + TypeText.of(returned) + ", not Duration or Instant.";
    }

    /** Whether it takes the state, and the input of the interrupt or nothing else. */
    private boolean fits(List<TypeMirror> taken, List<TypeMirror> given) {
        return !taken.isEmpty()
                && taken.size() <= given.size()
                && IntStream.range(0, taken.size()).allMatch(i -> types.isSubtype(given.get(i), taken.get(i)));
    }

    private static String text(List<TypeMirror> types) {
        return types.isEmpty() ? "nothing" : types.stream().map(TypeText::of).collect(Collectors.joining(" and "));
    }
}
