package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import javax.lang.model.element.Modifier;

/**
 * One way in which a run comes to rest: a record of {@code Outcome} and a method of its {@code Cases}.
 *
 * @param method the name of that method
 * @param parent the interface it implements
 */
record OutcomeCase(ClassName record, String method, ClassName parent, String says, List<Component> components) {

    record Component(TypeName type, String name, String says) {}

    /** The method that hands an outcome to the right case. */
    static MethodSpec.Builder match(ClassName outcome, TypeVariableName result) {
        return MethodSpec.methodBuilder("match")
                .addModifiers(Modifier.PUBLIC)
                .addTypeVariable(result)
                .returns(result)
                .addParameter(ParameterizedTypeName.get(outcome.nestedClass("Cases"), result), "cases");
    }

    TypeSpec type(ClassName outcome, TypeVariableName result) {
        TypeSpec.Builder type = TypeSpec.recordBuilder(record)
                .addJavadoc("$L\n\n", says)
                .addAnnotation(Api.GENERATED)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .addSuperinterface(parent);
        MethodSpec.Builder header = MethodSpec.constructorBuilder();
        for (Component component : components) {
            type.addJavadoc("@param $L $L\n", component.name, component.says);
            header.addParameter(component.type, component.name);
        }
        return type.recordConstructor(header.build())
                .addMethod(match(outcome, result)
                        .addAnnotation(Override.class)
                        .addStatement("return cases.$L(this)", method)
                        .build())
                .build();
    }

    MethodSpec handler(TypeVariableName result) {
        return MethodSpec.methodBuilder(method)
                .addJavadoc("$L\n\n@param outcome where the run rests\n@return what comes of it\n", says)
                .addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT)
                .returns(result)
                .addParameter(record, "outcome")
                .build();
    }
}
