package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.FINAL;
import static javax.lang.model.element.Modifier.PRIVATE;
import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;

/** The class of a client of this agent, around an untyped one of the runtime. */
final class ClientClass {

    private ClientClass() {}

    /** Begins the class; {@code says} has a place for the agent's name. */
    static TypeSpec.Builder of(ClassName name, String says, TypeName parent, ClassName untyped, AgentTypes types) {
        TypeSpec.Builder client = TypeSpec.classBuilder(name)
                .addJavadoc(says, types.agentName())
                .addAnnotation(RuntimeNames.GENERATED)
                .addModifiers(types.visible(STATIC, FINAL))
                .superclass(parent)
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(PRIVATE)
                        .addParameter(types.client(untyped), "client")
                        .addStatement("super($T.INSTANCE, client)", types.definition())
                        .build());
        // who has started a run that was called is who has started its caller
        boolean isFirst = types.needsStarter() && !name.equals(types.children());
        return isFirst ? client.addType(UnnamedClient.of(name, untyped, types)) : client;
    }
}
