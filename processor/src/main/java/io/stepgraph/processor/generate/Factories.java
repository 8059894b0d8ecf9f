package io.stepgraph.processor.generate;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** The factories of one {@code <Method>Next}; what carries nothing is made once. */
final class Factories {

    /** Only a graph with errors can have steps of these names; as factories they would be further errors. */
    private static final Set<String> RESERVED = Set.of(
            "clone",
            "end",
            "equals",
            "finalize",
            "getClass",
            "hashCode",
            "notify",
            "notifyAll",
            "toString",
            "wait",
            "with");

    private final TypeSpec.Builder next;
    private final ClassName name;
    private final AgentTypes types;

    Factories(TypeSpec.Builder next, ClassName name, AgentTypes types) {
        this.next = next;
        this.name = name;
        this.types = types;
    }

    void addFor(StepModel step) {
        if (types.complete()) {
            for (Name target : step.next()) {
                StepModel found = types.model().step(target.text());
                if (found != null) {
                    addStep(found);
                } else if (types.hasResult()) {
                    addEndWithResult();
                } else {
                    addEnd();
                }
            }
        } else {
            addAll(step);
        }
    }

    /** Whatever the user may have meant, so that the one real mistake stands alone. */
    private void addAll(StepModel step) {
        for (StepModel target : types.model().steps()) {
            if (!RESERVED.contains(target.name())) {
                addStep(target);
            }
        }
        Set<String> unknown = new LinkedHashSet<>();
        for (Name target : step.next()) {
            if (SourceVersion.isName(target.text())
                    && !target.text().contains(".")
                    && !RESERVED.contains(target.text())
                    && types.model().step(target.text()) == null) {
                unknown.add(target.text());
            }
        }
        for (String target : unknown) {
            next.addMethod(factory(target)
                    .varargs()
                    .addParameter(ArrayTypeName.of(Api.OBJECT), "input")
                    .addStatement("return new $T($T.end())", name, Api.TRANSITION)
                    .build());
        }
        addEnd();
        if (types.hasResult()) {
            addEndWithResult();
        }
    }

    private void addStep(StepModel target) {
        Parameter input = target.input();
        MethodSpec.Builder factory = factory(target.name());
        if (input == null) {
            addConstant("TO_" + target.constant(), target);
            factory.addJavadoc("{@return to go to {@code $L}}\n", target.name())
                    .addStatement("return $L", "TO_" + target.constant());
        } else {
            TypeName type = Nameable.name(input.type());
            factory.addJavadoc("Goes to {@code $L}.\n\n", target.name())
                    .addJavadoc("@param $L what it takes\n@return the choice\n", input.name())
                    .addParameter(type, input.name())
                    .addStatement(
                            "return new $T($T.go($T.$L, $L))",
                            name,
                            Api.TRANSITION,
                            types.steps(),
                            target.constant(),
                            input.name());
        }
        next.addMethod(factory.build());
    }

    private void addEnd() {
        addConstant("END", null);
        next.addMethod(factory("end")
                .addJavadoc("{@return to end the run, with the state as its result}\n")
                .addStatement("return END")
                .build());
    }

    private void addEndWithResult() {
        next.addMethod(factory("end")
                .addJavadoc("Ends the run.\n\n")
                .addJavadoc("@param result its result\n@return the choice\n")
                .addParameter(types.complete() ? types.output() : Api.OBJECT, "result")
                .addStatement("return new $T($T.end(result))", name, Api.TRANSITION)
                .build());
    }

    private MethodSpec.Builder factory(String method) {
        return MethodSpec.methodBuilder(method)
                .addModifiers(types.access(Modifier.STATIC))
                .returns(name);
    }

    private void addConstant(String constant, @Nullable StepModel target) {
        CodeBlock transition = types.complete()
                ? CodeBlock.of("$T.$L", types.nested("Definition"), FixedTransitions.to(target, types))
                : CodeBlock.of("null");
        next.addField(FieldSpec.builder(name, constant, Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer("new $T($L)", name, transition)
                .build());
    }
}
