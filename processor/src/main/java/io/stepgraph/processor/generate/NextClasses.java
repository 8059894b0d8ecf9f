package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.FINAL;
import static javax.lang.model.element.Modifier.PRIVATE;
import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.MisplacedAnnotation;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.StepModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * A class for each step that chooses where to go, with a factory for each of its transitions and for nothing else.
 * Therefore an undeclared transition does not compile.
 */
final class NextClasses implements Part {

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        for (StepModel step : choosing(types)) {
            graph.addType(next(step.name(), step.next(), !step.isExactly() && !step.failsOnly(), types));
        }
        if (!types.complete()) {
            List<Name> inherited = inherited(types.model());
            inherited.forEach(step -> graph.addType(next(step.text(), inherited, true, types)));
        }
    }

    /** The steps declared in a superclass, which is reported: their classes are there, so that nothing else is. */
    private static List<Name> inherited(AgentModel agent) {
        Map<String, Name> inherited = new LinkedHashMap<>();
        for (MisplacedAnnotation stray : agent.surroundings().inherited()) {
            if (stray.claimsToBeStep() && agent.step(stray.method()) == null) {
                inherited.putIfAbsent(stray.method(), new Name(stray.method(), stray.place()));
            }
        }
        return List.copyOf(inherited.values());
    }

    /**
     * Returns the steps that choose. In a graph with errors, also the steps whose class is named, or would be if the
     * return type were right.
     */
    private static List<StepModel> choosing(AgentTypes types) {
        List<StepModel> steps = types.model().steps();
        Set<String> named = types.complete()
                ? Set.of()
                : steps.stream().map(step -> simpleName(step.returned().type())).collect(Collectors.toSet());
        return steps.stream()
                .filter(step -> step.returned().kind() == Returned.Kind.NEXT_CLASS
                        || named.contains(GeneratedNames.next(step.name()))
                        || (!types.complete() && step.chooses()))
                .toList();
    }

    private static String simpleName(TypeMirror type) {
        return type instanceof DeclaredType declared
                ? declared.asElement().getSimpleName().toString()
                : "";
    }

    private static TypeSpec next(String step, List<Name> targets, boolean seesState, AgentTypes types) {
        ClassName name = types.next(step);
        TypeSpec.Builder next = TypeSpec.classBuilder(name)
                .addJavadoc("Where {@code $L} can go.", step)
                .addAnnotation(RuntimeNames.GENERATED)
                .addModifiers(types.visible(STATIC, FINAL))
                .superclass(ParameterizedTypeName.get(RuntimeNames.CHOICE, types.steps(), types.state()))
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(PRIVATE)
                        .addParameter(types.transition(), "transition")
                        .addStatement("super(transition)")
                        .build());
        new Factories(next, name, types).addFor(targets);
        if (seesState) {
            next.addMethod(MethodSpec.methodBuilder("with")
                    .addJavadoc("The same choice, with a new state.")
                    .addModifiers(types.visible())
                    .returns(name)
                    .addParameter(types.state(), "state")
                    .addStatement("return new $T(with(this, state))", name)
                    .build());
        }
        return next.build();
    }
}
