package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.StepModel;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * A class for each step that chooses where to go, with a factory for each of its transitions and for nothing else: that is
 * what keeps an undeclared transition from compiling.
 */
final class NextClasses implements Part {

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        List<StepModel> choosing = choosing(types);
        if (choosing.isEmpty()) {
            return;
        }
        graph.addType(base(types));
        for (StepModel step : choosing) {
            graph.addType(next(step, types));
        }
    }

    /** In a graph with errors also those whose class is named, or would be if the step returned what it should. */
    static List<StepModel> choosing(AgentTypes types) {
        List<StepModel> steps = types.model().steps();
        Set<String> named = types.complete()
                ? Set.of()
                : steps.stream().map(step -> simpleName(step.returned().type())).collect(Collectors.toSet());
        return steps.stream()
                .filter(step -> step.returned().kind() == Returned.Kind.NEXT_CLASS
                        || named.contains(GeneratedNames.next(step.name()))
                        || (!types.complete() && step.next().size() > 1 && !step.isInterrupt()))
                .toList();
    }

    private static String simpleName(TypeMirror type) {
        return type instanceof DeclaredType declared
                ? declared.asElement().getSimpleName().toString()
                : "";
    }

    /** What the dispatcher takes apart, whichever step it comes from. */
    static ClassName baseOf(AgentTypes types) {
        return types.nested("Chosen");
    }

    private static TypeSpec base(AgentTypes types) {
        return TypeSpec.classBuilder(baseOf(types))
                .addAnnotation(Api.GENERATED)
                .addModifiers(Modifier.PRIVATE, Modifier.ABSTRACT, Modifier.STATIC)
                .addField(types.transition(), "transition", Modifier.FINAL)
                .addMethod(MethodSpec.constructorBuilder()
                        .addParameter(types.transition(), "transition")
                        .addStatement("this.transition = transition")
                        .build())
                .addMethod(overrides("equals", boolean.class)
                        .addParameter(Object.class, "other")
                        .addStatement(
                                "return other instanceof $T next && transition.equals(next.transition)", baseOf(types))
                        .build())
                .addMethod(overrides("hashCode", int.class)
                        .addStatement("return transition.hashCode()")
                        .build())
                .addMethod(overrides("toString", String.class)
                        .addStatement("return transition.toString()")
                        .build())
                .build();
    }

    private static MethodSpec.Builder overrides(String name, Class<?> returned) {
        return MethodSpec.methodBuilder(name)
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(returned);
    }

    private static TypeSpec next(StepModel step, AgentTypes types) {
        ClassName name = types.next(step);
        TypeSpec.Builder next = TypeSpec.classBuilder(name)
                .addJavadoc("Where {@code $L} can go.\n", step.name())
                .addAnnotation(Api.GENERATED)
                .addModifiers(types.access(Modifier.STATIC, Modifier.FINAL))
                .superclass(baseOf(types))
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .addParameter(types.transition(), "transition")
                        .addStatement("super(transition)")
                        .build());
        new Factories(next, name, types).addFor(step);
        return next.addMethod(MethodSpec.methodBuilder("with")
                        .addJavadoc("The same choice, with a new state.\n\n")
                        .addJavadoc("@param state what replaces the state of the run\n@return the choice\n")
                        .addModifiers(types.access())
                        .returns(name)
                        .addParameter(types.state(), "state")
                        .addStatement("return new $T(transition.with(state))", name)
                        .build())
                .build();
    }
}
