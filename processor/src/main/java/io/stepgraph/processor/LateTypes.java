package io.stepgraph.processor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import javax.annotation.processing.Filer;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.StandardLocation;

/**
 * The agents that were generated unchecked, because nobody seemed to write the types that they lack, and which of these
 * types appear after that.
 */
final class LateTypes {

    private final Elements elements;
    private final Filer filer;

    /** The names that may become the missing types, or the classes around them, by the qualified name of the agent. */
    private final Map<String, List<String>> missing = new HashMap<>();

    LateTypes(ProcessingEnvironment environment) {
        this.elements = environment.getElementUtils();
        this.filer = environment.getFiler();
    }

    /** Notes an agent with the missing types as it writes them: with or without a package, or the class around. */
    void expect(TypeElement agent, Set<String> written) {
        List<String> names = new ArrayList<>();
        for (String type : written) {
            // what is no name stands for a constant
            for (String name = SourceVersion.isName(type) ? type : ""; !name.isEmpty(); name = beforeLastDot(name)) {
                names.add(name);
                names.add(elements.getPackageOf(agent).getQualifiedName() + "." + name);
            }
        }
        names.removeIf(this::isKnown);
        missing.put(agent.getQualifiedName().toString(), names);
    }

    /** Takes each agent for which a type was written meanwhile, with the name of the type or "A constant". */
    void forEach(Predicate<TypeElement> isComplete, BiConsumer<TypeElement, String> action) {
        Map.copyOf(missing).forEach((name, types) -> {
            TypeElement agent = elements.getTypeElement(name);
            Optional<String> late = types.stream()
                    .filter(type -> isKnown(type) || isJustWritten(type))
                    .findFirst();
            if (agent != null && (late.isPresent() || isComplete.test(agent))) {
                missing.remove(name);
                action.accept(agent, late.map(LateTypes::afterLastDot).orElse("A constant"));
            }
        });
    }

    private boolean isKnown(String name) {
        return elements.getTypeElement(name) != null;
    }

    /**
     * Compilers enter no type that is written in the last round, but refuse to read what a processor has just written.
     */
    private boolean isJustWritten(String name) {
        try {
            filer.getResource(StandardLocation.SOURCE_OUTPUT, beforeLastDot(name), afterLastDot(name) + ".java");
            return false;
        } catch (IOException e) {
            return e instanceof FilerException;
        }
    }

    private static String afterLastDot(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static String beforeLastDot(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }
}
