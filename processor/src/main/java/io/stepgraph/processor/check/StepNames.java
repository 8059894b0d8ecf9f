package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.Supertypes;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Finds steps by name, and explains a name that is no step. */
final class StepNames {

    private static final int LISTED_AT_MOST = 8;

    private StepNames() {}

    static boolean isKnown(AgentModel agent, String name) {
        return agent.step(name) != null
                || agent.surroundings().inherited().stream()
                        .anyMatch(stray ->
                                stray.claimsToBeStep() && stray.method().equals(name))
                || agent.clashing().stream()
                        .anyMatch(clash -> clash.step().name().equals(name));
    }

    static String unknown(AgentModel agent, String name, List<String> candidates) {
        String what = "'" + name + "' is not a step of " + agent.simpleName();
        if (agent.surroundings().plainMethods().contains(name)) {
            return what + ", only a method: give it @Step or @Interrupt.";
        }
        String above = superclassWith(agent, name);
        if (above != null) {
            return what + ", and those of " + above + " are not inherited. Override '" + name + "' in "
                    + agent.simpleName() + ", with @Step or @Interrupt.";
        }
        String suggestion = Suggestion.closest(name, candidates);
        if (!suggestion.isEmpty()) {
            return what + "." + suggestion;
        }
        return candidates.size() > LISTED_AT_MOST
                ? what + ". Name a method that has @Step or @Interrupt."
                : what + ". Its steps are " + String.join(", ", candidates) + ".";
    }

    private static @Nullable String superclassWith(AgentModel agent, String method) {
        return Supertypes.of(agent.type()).values().stream()
                .filter(type -> !type.getQualifiedName().contentEquals("java.lang.Object"))
                .filter(type -> ElementFilter.methodsIn(type.getEnclosedElements()).stream()
                        .anyMatch(member -> member.getSimpleName().contentEquals(method)))
                .findFirst()
                .map(type -> type.getSimpleName().toString())
                .orElse(null);
    }

    /** Says why a name is that of no interrupt; null if it is, or if another mistake is the reason. */
    static @Nullable String noInterrupt(AgentModel agent, String name, String answer) {
        StepModel step = agent.step(name);
        if (step != null) {
            return step.isInterrupt()
                    ? null
                    : "'" + name + "' is a " + (step.isCall() ? "call" : "step") + ", but only an answer " + answer
                            + ". Name an interrupt, declared with @Interrupt.";
        }
        List<String> interrupts = agent.steps().stream()
                .filter(StepModel::isInterrupt)
                .map(StepModel::name)
                .toList();
        return isKnown(agent, name)
                ? null
                : "'" + name + "' is not an interrupt of " + agent.simpleName() + "."
                        + Suggestion.closest(name, interrupts);
    }

    /** Returns how to write a step of this name: {@code void revise(Essay essay, Approved approved)}. */
    static String declaration(AgentModel agent, String name, String... inputs) {
        String state =
                agent.state() == null ? null : TypeText.of(agent.state()) + " " + TypeText.parameter(agent.state());
        return "void " + name + "("
                + String.join(
                        ", ",
                        Stream.concat(Stream.ofNullable(state), Stream.of(inputs))
                                .filter(Objects::nonNull)
                                .toList())
                + ")";
    }
}
