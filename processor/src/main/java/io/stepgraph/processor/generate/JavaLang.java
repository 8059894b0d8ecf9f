package io.stepgraph.processor.generate;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * Types of java.lang need no import, unless the agent's package has a type of the same simple name, which would
 * hide it.
 */
final class JavaLang {

    private final Elements elements;

    /**
     * The names that were looked up, and whether the project has a type of that name; cached because compilers search
     * long for a missing type.
     */
    private final Map<String, Boolean> existing = new HashMap<>();

    JavaLang(Elements elements) {
        this.elements = elements;
    }

    boolean isHiddenFrom(AgentTypes types) {
        ModuleElement module = elements.getModuleOf(types.model().type());
        return Stream.concat(
                        RuntimeNames.LANG.stream(),
                        types.model().steps().stream().flatMap(JavaLang::ofUser))
                .flatMap(JavaLang::classes)
                .filter(name -> name.packageName().equals("java.lang"))
                .map(name -> types.model().names().qualified(name.simpleNames().get(0)))
                .anyMatch(name -> existing.computeIfAbsent(name, absent -> exists(name, module)));
    }

    private boolean exists(String name, @Nullable ModuleElement module) {
        return (module == null ? elements.getTypeElement(name) : elements.getTypeElement(module, name)) != null;
    }

    /** The state, the output and the custom events of a graph are types of its steps. */
    private static Stream<TypeName> ofUser(StepModel step) {
        InterruptModel asked = step.interrupt();
        Stream<TypeMirror> taken = step.signature().parameters().map(Parameter::type);
        Stream<TypeMirror> answers = asked == null
                ? Stream.of()
                : Stream.concat(
                        asked.answers().stream().map(use -> use.type()),
                        asked.leaves().stream().map(leaf -> leaf.type()));
        Stream<TypeMirror> replies = Stream.ofNullable(asked)
                .flatMap(each -> each.replies().stream())
                .map(reply -> reply.type());
        Stream<TypeMirror> exceptions = step.exceptions().map(use -> use.type());
        Stream<TypeMirror> called = Stream.ofNullable(step.call())
                .flatMap(CallModel::graphs)
                .flatMap(graph -> Stream.of(graph.state(), graph.output()))
                .flatMap(Stream::<TypeMirror>ofNullable);
        return Stream.of(taken, Stream.of(step.returned().type()), answers, replies, exceptions, called)
                .flatMap(each -> each)
                .map(Nameable::name);
    }

    private static Stream<ClassName> classes(TypeName type) {
        TypeName boxed = type.box();
        if (boxed instanceof ClassName name) {
            return Stream.of(name);
        }
        if (boxed instanceof ArrayTypeName array) {
            return classes(array.componentType());
        }
        if (boxed instanceof WildcardTypeName wildcard) {
            return Stream.concat(wildcard.lowerBounds().stream(), wildcard.upperBounds().stream())
                    .flatMap(JavaLang::classes);
        }
        return boxed instanceof ParameterizedTypeName generic
                ? Stream.concat(
                        Stream.of(generic.rawType()),
                        generic.typeArguments().stream().flatMap(JavaLang::classes))
                : Stream.of();
    }
}
