package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.PUBLIC;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.Length;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Signature;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TimeMethod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code enter}: calls the method of a step and turns its return value into a transition. */
final class EnterMethod implements Part {

    @Override
    public void addTo(TypeSpec.Builder definition, AgentTypes types) {
        definition.addMethod(AgentTypes.overriding("enter", types.transition(), PUBLIC)
                .addParameter(types.agent(), "agent")
                .addParameter(types.steps(), "step")
                .addParameter(types.state(), "state")
                .addParameter(RuntimeNames.OBJECT, "input")
                .addParameter(RuntimeNames.ANSWERED, "answered")
                .addParameter(
                        ParameterizedTypeName.get(RuntimeNames.STEP_CONTEXT, types.customEventOrVoid()), "context")
                .addException(RuntimeNames.EXCEPTION)
                .addCode(types.complete() ? dispatch(types) : Definition.broken())
                .build());
    }

    /** An expression, since a statement would compile with a step left out. */
    private static CodeBlock dispatch(AgentTypes types) {
        CodeBlock.Builder cases = CodeBlock.builder();
        types.model().steps().forEach(step -> cases.add(caseOf(step, types)));
        return CodeBlock.of("""
                return switch (step) {
                $>$L$<};
                """, cases.build());
    }

    private static CodeBlock caseOf(StepModel step, AgentTypes types) {
        CodeBlock call = call(step, types);
        if (step.isCall()) {
            return calling(types.call(step), call, types);
        }
        CodeBlock target = target(step, types);
        TimeMethod time = step.interrupt() == null ? null : step.interrupt().expiresBy();
        CodeBlock until = time == null ? null : call(step, time, types);
        return switch (step.returned().kind()) {
            case VOID -> CodeBlock.of("""
                    case $L -> {
                        $L;
                        yield $L;
                    }
                    """, step.constant(), call, after(step, until, target));
            case STATE ->
                target == null ? caseOf(step, "endWith($L)", call) : caseOf(step, "goWith($L, $L)", target, call);
            case INPUT_FOR_NEXT, RESULT ->
                target == null ? caseOf(step, "end($L)", call) : caseOf(step, "go($L, $L)", target, call);
            case QUESTION -> until == null ? caseOf(step, "ask($L)", call) : caseOf(step, "ask($L, $L)", call, until);
            case TIME -> caseOf(step, "pause($L)", call);
            case NEXT_CLASS -> caseOf(step, "chosen($L)", call);
            case STARTS, OTHER -> throw new IllegalStateException("'" + step.name() + "' was not proven");
        };
    }

    /** The null that a method may return, or a component hold, is for the runtime to refuse. */
    private static CodeBlock calling(CallTypes call, CodeBlock returned, AgentTypes types) {
        StepModel step = call.step();
        CodeBlock constant = types.constant(step);
        if (!call.isOfSeveral()) {
            return call.isList()
                    ? caseOf(step, "call($L, $L)", constant, returned)
                    : caseOf(step, "call($L, $T.singletonList($L))", constant, RuntimeNames.COLLECTIONS, returned);
        }
        CodeBlock starts = call.agents().stream()
                .map(agent -> CodeBlock.of("starts.$L()", agent.component()))
                .collect(CodeBlock.joining(", "));
        return CodeBlock.of("""
                case $L -> {
                    $T starts = $L;
                    yield call($L, starts == null ? null : $T.asList($L));
                }
                """, step.constant(), call.starts(), returned, constant, RuntimeNames.ARRAYS, starts);
    }

    private static CodeBlock caseOf(StepModel step, String transition, Object... arguments) {
        return CodeBlock.of("case $L -> $L;\n", step.constant(), CodeBlock.of(transition, arguments));
    }

    /** What a step that returns nothing does next; {@code until} is the computed end of the time of a mailbox. */
    private static CodeBlock after(StepModel step, @Nullable CodeBlock until, @Nullable CodeBlock target) {
        if (step.isMailbox()) {
            return CodeBlock.of("$T.listen($L)", RuntimeNames.TRANSITION, until == null ? "" : until);
        }
        Length length = step.waiting() == null ? null : step.waiting().length();
        return length != null
                ? CodeBlock.of("pause($T.ofMillis($L))", RuntimeNames.DURATION, StepStatement.millis(length))
                : target == null ? CodeBlock.of("end()") : CodeBlock.of("go($L)", target);
    }

    /** Computes the time after the question, of the state as the interrupt left it. */
    private static CodeBlock call(StepModel interrupt, TimeMethod time, AgentTypes types) {
        boolean takesInput = time.found().get(0).getParameters().size() > 1;
        Parameter input = takesInput ? interrupt.input() : null;
        return CodeBlock.of(
                "agent.$L(state$L)",
                time.name().text(),
                input == null ? "" : CodeBlock.of(", $L", given(input, types)));
    }

    /** The one next step; null for the end. */
    private static @Nullable CodeBlock target(StepModel step, AgentTypes types) {
        StepModel target = types.model().step(step.next().get(0).text());
        return target == null ? null : types.constant(target);
    }

    private static CodeBlock call(StepModel step, AgentTypes types) {
        Signature signature = step.signature();
        List<CodeBlock> arguments = new ArrayList<>();
        if (signature.state() != null) {
            arguments.add(CodeBlock.of("state"));
        }
        Parameter input = signature.input();
        if (input != null) {
            arguments.add(given(input, types));
        }
        if (signature.answered() != null) {
            arguments.add(CodeBlock.of("answered(answered)"));
        }
        if (signature.context() != null) {
            arguments.add(CodeBlock.of("context"));
        }
        return CodeBlock.of("agent.$L($L)", step.name(), CodeBlock.join(arguments, ", "));
    }

    private static CodeBlock given(Parameter input, AgentTypes types) {
        return CodeBlock.of("($T) input", types.name(input.type()));
    }
}
