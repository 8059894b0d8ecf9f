package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.FINAL;
import static javax.lang.model.element.Modifier.PRIVATE;
import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.ReservedNames;
import io.stepgraph.processor.model.StepModel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;

/** The factories of one {@code <Method>Next}; a transition without a value is created once. */
final class Factories {

    /** Steps, up to which a graph with errors has a factory from each to each; beyond, these would be millions. */
    private static final int FEW = 100;

    private final TypeSpec.Builder next;
    private final ClassName name;
    private final AgentTypes types;

    Factories(TypeSpec.Builder next, ClassName name, AgentTypes types) {
        this.next = next;
        this.name = name;
        this.types = types;
    }

    void addFor(List<Name> targets) {
        if (types.complete()) {
            for (Name target : targets) {
                StepModel found = types.model().step(target.text());
                if (found != null) {
                    addStep(found);
                } else if (target.isFail()) {
                    addFail();
                } else if (types.hasResult()) {
                    addEndWithResult(types.output());
                } else {
                    addEnd();
                }
            }
        } else {
            addAll(targets);
        }
    }

    /** Every factory that the user may have meant, so that only the real mistake is reported. */
    private void addAll(List<Name> targets) {
        Set<String> declared = targets.stream().map(Name::text).collect(Collectors.toSet());
        boolean few = types.model().steps().size() <= FEW;
        for (StepModel target : types.model().steps()) {
            if (!isReserved(target.name()) && (few || declared.contains(target.name()))) {
                addStep(target);
            }
        }
        Set<String> unknown = new LinkedHashSet<>();
        for (Name target : targets) {
            if (SourceVersion.isName(target.text())
                    && !target.text().contains(".")
                    && !isReserved(target.text())
                    && types.model().step(target.text()) == null) {
                unknown.add(target.text());
            }
        }
        for (String target : unknown) {
            next.addMethod(factory(target)
                    .addParameter(ArrayTypeName.of(RuntimeNames.OBJECT), "input")
                    .varargs()
                    .addStatement("return null")
                    .build());
        }
        addEnd();
        addFail();
        if (types.hasResult()) {
            addEndWithResult(RuntimeNames.OBJECT);
        }
    }

    /** Only a graph with errors can have steps of these names; as factories they would be further errors. */
    private static boolean isReserved(String step) {
        return ReservedNames.isOfObject(step) || ReservedNames.isOfNext(step);
    }

    private void addStep(StepModel target) {
        Parameter input = target.input();
        if (input == null) {
            addConstant(
                    "TO_" + target.constant(),
                    CodeBlock.of("go($L)", types.constant(target)),
                    CodeBlock.of("{@return to go to {@code $L}}", target.name()),
                    target.name());
        } else {
            addFactory(
                    CodeBlock.of("Goes to {@code $L}.", target.name()),
                    target.name(),
                    types.name(input.type()),
                    input.name(),
                    CodeBlock.of("go($L, $L)", types.constant(target), input.name()));
        }
    }

    private void addEnd() {
        addConstant(
                "END",
                CodeBlock.of("end()"),
                CodeBlock.of("{@return to end the run, with the state as its result}"),
                "end");
    }

    private void addEndWithResult(TypeName type) {
        addFactory(CodeBlock.of("Ends the run."), "end", type, "result", CodeBlock.of("end(result)"));
    }

    private void addFail() {
        addFactory(
                CodeBlock.of("Fails the run, with a reason for a person to read."),
                "fail",
                RuntimeNames.STRING,
                "reason",
                CodeBlock.of("fail(reason)"));
    }

    private void addFactory(CodeBlock says, String method, TypeName type, String parameter, CodeBlock transition) {
        next.addMethod(factory(method)
                .addJavadoc(says)
                .addParameter(type, parameter)
                .addStatement("return $L", types.complete() ? made(transition) : "null")
                .build());
    }

    private void addConstant(String constant, CodeBlock transition, CodeBlock says, String method) {
        if (types.complete()) {
            next.addField(FieldSpec.builder(name, constant, PRIVATE, STATIC, FINAL)
                    .initializer(made(transition))
                    .build());
        }
        next.addMethod(factory(method)
                .addJavadoc(says)
                .addStatement("return $L", types.complete() ? constant : "null")
                .build());
    }

    private MethodSpec.Builder factory(String method) {
        return MethodSpec.methodBuilder(method)
                .addModifiers(types.visible(STATIC))
                .returns(name);
    }

    private CodeBlock made(CodeBlock transition) {
        return CodeBlock.of("new $T($T.INSTANCE.$L)", name, types.definition(), transition);
    }
}
