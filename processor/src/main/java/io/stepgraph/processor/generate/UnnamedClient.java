package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.FINAL;
import static javax.lang.model.element.Modifier.PRIVATE;
import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;

/**
 * {@code Unnamed}: a client of a graph whose runs need a starter with a name, before it has one. It only has
 * {@code as}.
 */
final class UnnamedClient {

    static final String NAME = "Unnamed";

    private UnnamedClient() {}

    /** Is nested in the client that {@code as} returns; {@code untyped} is the client of the runtime. */
    static TypeSpec of(ClassName client, ClassName untyped, AgentTypes types) {
        TypeName parameter = types.client(untyped);
        return TypeSpec.classBuilder(NAME)
                .addJavadoc("""
                        The client before its caller has a name. Who may answer a run of {@code $L} depends on who has
                        started it, so nobody starts or answers without a name. The methods that need none are behind
                        {@code as}, too: one type has them all.""", types.agentName())
                .addAnnotation(RuntimeNames.GENERATED)
                .addModifiers(types.visible(STATIC, FINAL))
                .addField(parameter, "client", PRIVATE, FINAL)
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(PRIVATE)
                        .addParameter(parameter, "client")
                        .addStatement("this.client = client")
                        .build())
                .addMethod(MethodSpec.methodBuilder("as")
                        .addJavadoc("The same in the name of this actor.")
                        .addModifiers(types.visible())
                        .returns(client)
                        .addParameter(RuntimeNames.ACTOR, "actor")
                        .addStatement("return new $T(client.as(actor))", client)
                        .build())
                .build();
    }
}
