package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import javax.lang.model.element.Modifier;

/** A nested class that gives the types of an agent to an untyped object of the runtime, method by method. */
final class Wrapper {

    private final AgentTypes types;
    private final String wrapped;
    private final TypeSpec.Builder type;

    Wrapper(AgentTypes types, String name, TypeName wrappedType, String wrapped) {
        this.types = types;
        this.wrapped = wrapped;
        ClassName className = types.nested(name);
        this.type = TypeSpec.classBuilder(className)
                .addAnnotation(Api.GENERATED)
                .addModifiers(types.access(Modifier.STATIC, Modifier.FINAL))
                .addField(wrappedType, wrapped, Modifier.PRIVATE, Modifier.FINAL)
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .addParameter(wrappedType, wrapped)
                        .addStatement("this.$L = $L", wrapped, wrapped)
                        .build());
    }

    TypeSpec.Builder type() {
        return type;
    }

    Method method(String name, String says) {
        return new Method(name, says);
    }

    /** One method; the last call tells what it does. */
    final class Method {
        private final MethodSpec.Builder method;

        private Method(String name, String says) {
            this.method =
                    MethodSpec.methodBuilder(name).addModifiers(types.access()).addJavadoc("$L\n\n", says);
        }

        Method takes(TypeName parameter, String name, String says) {
            method.addParameter(parameter, name).addJavadoc("@param $L $L\n", name, says);
            return this;
        }

        /** Makes a call that brings the run to its next stop. */
        void stops(String format, Object... arguments) {
            returns(
                    types.outcome(),
                    "where the run came to rest",
                    CodeBlock.of(
                            "$T.outcome($L.$L)", types.nested("Definition"), wrapped, CodeBlock.of(format, arguments)));
        }

        void passes(TypeName returned, String says, String call) {
            returns(returned, says, CodeBlock.of("$L.$L", wrapped, call));
        }

        void returns(TypeName returned, String says, CodeBlock expression) {
            method.returns(returned).addJavadoc("@return $L\n", says).addStatement("return $L", expression);
            type.addMethod(method.build());
        }

        void calls(String call) {
            type.addMethod(method.addStatement("$L.$L", wrapped, call).build());
        }
    }
}
