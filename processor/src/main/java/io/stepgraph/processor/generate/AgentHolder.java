package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.WildcardTypeName;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** The front door: holds an agent and gives the ways to run it. */
final class AgentHolder implements Part {

    private static final ClassName OBJECTS = ClassName.get("java.util", "Objects");
    private static final ClassName CONSUMER = ClassName.get("java.util.function", "Consumer");

    @Override
    public void addTo(TypeSpec.Builder graph, AgentTypes types) {
        graph.addJavadoc(
                "Runs {@code $L}. Enter at {@link #of}.\n", types.model().simpleName());
        graph.addField(types.agent(), "agent", Modifier.PRIVATE, Modifier.FINAL);
        graph.addMethod(MethodSpec.constructorBuilder()
                .addModifiers(Modifier.PRIVATE)
                .addParameter(types.agent(), "agent")
                .addStatement("this.agent = $T.requireNonNull(agent)", OBJECTS)
                .build());
        graph.addMethod(MethodSpec.methodBuilder("of")
                .addJavadoc("Takes the one agent object that serves all runs.\n\n")
                .addJavadoc("@param agent the agent\n@return the ways to run it\n")
                .addModifiers(types.access(Modifier.STATIC))
                .returns(types.graph())
                .addParameter(types.agent(), "agent")
                .addStatement("return new $T(agent)", types.graph())
                .build());
        graph.addMethod(MethodSpec.methodBuilder("on")
                .addJavadoc("The runs of this agent on a runner.\n\n")
                .addJavadoc("@param runner executes and stores them\n@return the client\n")
                .addModifiers(types.access())
                .returns(types.nested("Runs"))
                .addParameter(Api.RUNNER, "runner")
                .addStatement("return new $T(runner.client($L, agent))", types.nested("Runs"), definition(types))
                .build());
        addMachines(graph, types);
    }

    private static void addMachines(TypeSpec.Builder graph, AgentTypes types) {
        CodeBlock byDefault = CodeBlock.of("$T.DEFAULT", Api.PERMISSION_MODE);
        CodeBlock mode = CodeBlock.of("mode");
        for (boolean restored : new boolean[] {false, true}) {
            graph.addMethod(machine(types, restored, byDefault, null));
            graph.addMethod(machine(types, restored, mode, null));
            if (types.signal() != null) {
                TypeName listener = ParameterizedTypeName.get(
                        CONSUMER, WildcardTypeName.supertypeOf(types.signal().box()));
                graph.addMethod(machine(types, restored, mode, listener));
            }
        }
    }

    private static MethodSpec machine(AgentTypes types, boolean restored, CodeBlock mode, @Nullable TypeName listener) {
        MethodSpec.Builder method = MethodSpec.methodBuilder("machine")
                .addJavadoc(
                        restored
                                ? "A synchronous machine that goes on where {@link Machine#snapshot} was taken"
                                : "A synchronous machine, without store and threads, that has not been started")
                .addModifiers(types.access())
                .returns(types.nested("Machine"));
        if (restored) {
            method.addParameter(Api.STRING, "snapshot");
        }
        boolean takesMode = mode.toString().equals("mode");
        method.addJavadoc(takesMode ? ".\n\n" : ", in mode {@code DEFAULT}.\n\n");
        if (restored) {
            method.addJavadoc("@param snapshot the text that it gave\n");
        }
        if (takesMode) {
            method.addParameter(Api.PERMISSION_MODE, "mode").addJavadoc("@param mode the mode of the run\n");
        }
        if (listener != null) {
            method.addParameter(listener, "signals").addJavadoc("@param signals receives what steps emit\n");
        }
        return method.addJavadoc("@return the machine\n")
                .addStatement(
                        "return new $T($T.$L($L, agent, $L$L$L))",
                        types.nested("Machine"),
                        Api.SYNC_MACHINE,
                        restored ? "restore" : "of",
                        definition(types),
                        mode,
                        listener == null ? "" : ", signals",
                        restored ? ", snapshot" : "")
                .build();
    }

    private static CodeBlock definition(AgentTypes types) {
        return CodeBlock.of("$T.INSTANCE", types.nested("Definition"));
    }
}
