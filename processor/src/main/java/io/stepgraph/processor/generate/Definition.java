package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.List;
import javax.lang.model.element.Modifier;

/** {@code Definition}: what the runtime's one loop calls to run this graph. */
final class Definition implements Part {

    /** The bodies are left to these, in the order of the methods. */
    private static final List<Part> METHODS = List.of(
            new FixedTransitions(), new SpecMethod(), new EnterMethod(), new RouteMethod(), new OutcomeMethod());

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        ClassName name = types.nested("Definition");
        TypeName implemented =
                ParameterizedTypeName.get(Api.GRAPH, types.agent(), types.state(), types.signalOrVoid(), types.steps());
        TypeSpec.Builder definition = TypeSpec.classBuilder(name)
                .addAnnotation(Api.GENERATED)
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .addSuperinterface(implemented)
                .addField(FieldSpec.builder(name, "INSTANCE", Modifier.STATIC, Modifier.FINAL)
                        .initializer("new $T()", name)
                        .build());
        METHODS.forEach(method -> method.addTo(definition, types));
        graph.addType(definition.build());
    }

    /** A method of {@code Graph}; of a graph with errors it does nothing, and never gets to run. */
    static MethodSpec.Builder implementing(String name) {
        return MethodSpec.methodBuilder(name).addAnnotation(Override.class).addModifiers(Modifier.PUBLIC);
    }

    static MethodSpec broken(MethodSpec.Builder method) {
        return method.addStatement("throw new $T($S)", Api.ILLEGAL_STATE, "the graph has errors")
                .build();
    }
}
