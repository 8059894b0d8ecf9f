package io.stepgraph.processor.generate;

import com.palantir.javapoet.TypeName;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;

/** The factories of one {@code <Method>Next}; what carries nothing is made once. */
final class Factories {

    /** Only a graph with errors can have steps of these names; as factories they would be further errors. */
    private static final Set<String> RESERVED = Set.of(
            "clone",
            "end",
            "equals",
            "finalize",
            "getClass",
            "hashCode",
            "notify",
            "notifyAll",
            "toString",
            "wait",
            "with");

    /** Steps, up to which a graph with errors has a factory from each to each; beyond, these would be millions. */
    private static final int FEW = 100;

    private final Source next;
    private final String name;
    private final AgentTypes types;

    Factories(Source next, String name, AgentTypes types) {
        this.next = next;
        this.name = name;
        this.types = types;
    }

    void addFor(StepModel step) {
        if (types.complete()) {
            for (Name target : step.next()) {
                StepModel found = types.model().step(target.text());
                if (found != null) {
                    addStep(found);
                } else if (types.hasResult()) {
                    addEndWithResult(types.output());
                } else {
                    addEnd();
                }
            }
        } else {
            addAll(step);
        }
    }

    /** Whatever the user may have meant, so that the one real mistake stands alone. */
    private void addAll(StepModel step) {
        Set<String> declared = step.next().stream().map(Name::text).collect(Collectors.toSet());
        boolean few = types.model().steps().size() <= FEW;
        for (StepModel target : types.model().steps()) {
            if (!RESERVED.contains(target.name()) && (few || declared.contains(target.name()))) {
                addStep(target);
            }
        }
        Set<String> unknown = new LinkedHashSet<>();
        for (Name target : step.next()) {
            if (SourceVersion.isName(target.text())
                    && !target.text().contains(".")
                    && !RESERVED.contains(target.text())
                    && types.model().step(target.text()) == null) {
                unknown.add(target.text());
            }
        }
        for (String target : unknown) {
            next.add("""

                    $static $ $($... input) {
                        return null;
                    }
                    """, types.access(), name, target, Api.OBJECT);
        }
        addEnd();
        if (types.hasResult()) {
            addEndWithResult(Api.OBJECT);
        }
    }

    private void addStep(StepModel target) {
        Parameter input = target.input();
        if (input == null) {
            addConstant(
                    "TO_" + target.constant(),
                    "go(" + types.constant(target) + ")",
                    "/** {@return to go to {@code " + target.name() + "}} */",
                    target.name());
        } else {
            addFactory(
                    "Goes to {@code " + target.name() + "}.",
                    target.name(),
                    Nameable.name(input.type()),
                    input.name(),
                    "go(" + types.constant(target) + ", " + input.name() + ")");
        }
    }

    private void addEnd() {
        addConstant("END", "end()", "/** {@return to end the run, with the state as its result} */", "end");
    }

    private void addEndWithResult(TypeName type) {
        addFactory("Ends the run.", "end", type, "result", "end(result)");
    }

    private void addFactory(String says, String method, TypeName type, String parameter, String transition) {
        String made = types.complete() ? "new " + name + "(Definition.INSTANCE." + transition + ")" : "null";
        next.add("""

                /** $ */
                $static $ $($ $) {
                    return $;
                }
                """, says, types.access(), name, method, type, parameter, made);
    }

    private void addConstant(String constant, String transition, String says, String method) {
        if (!types.complete()) {
            next.add("""

                    $
                    $static $ $() {
                        return null;
                    }
                    """, says, types.access(), name, method);
            return;
        }
        next.add("""

                private static final $ $ = new $(Definition.INSTANCE.$);

                $
                $static $ $() {
                    return $;
                }
                """, name, constant, name, transition, says, types.access(), name, method, constant);
    }
}
