package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.FINAL;
import static javax.lang.model.element.Modifier.PRIVATE;
import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import java.util.List;

/** {@code Definition}: the graph as the runtime's step loop calls it. */
final class Definition implements Part {

    /** The parts, in the order of the methods. */
    private static final List<Part> METHODS =
            List.of(new SpecMethod(), new EnterMethod(), new RouteMethod(), new JoinMethod(), new OutcomeMethod());

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        TypeSpec.Builder definition = TypeSpec.classBuilder(types.definition())
                .addAnnotation(RuntimeNames.GENERATED)
                .addModifiers(PRIVATE, STATIC, FINAL)
                .superclass(types.graphDefinition())
                .addField(FieldSpec.builder(types.definition(), "INSTANCE", STATIC, FINAL)
                        .initializer("new $T()", types.definition())
                        .build())
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(PRIVATE)
                        .addStatement("super(declared())")
                        .build());
        METHODS.forEach(method -> method.addTo(definition, types));
        graph.addType(definition.build());
    }

    /** The body of a method of a graph with errors, which never gets to run. */
    static CodeBlock broken() {
        return CodeBlock.of("throw new $T($S);\n", RuntimeNames.ILLEGAL_STATE, "the graph has errors");
    }
}
