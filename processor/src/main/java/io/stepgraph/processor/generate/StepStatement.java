package io.stepgraph.processor.generate;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeName;
import io.stepgraph.processor.model.ActionMark;
import io.stepgraph.processor.model.AnswerRule;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Length;
import io.stepgraph.processor.model.MailboxModel.Reply;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Numeral;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Retrying;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.Visits;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** The statement that declares one step: one call for each property of the step. */
final class StepStatement {

    /** The default of the annotation. */
    private static final int MAX_ELEMENTS = 1_000;

    private final StepModel step;
    private final AgentTypes types;
    private final CodeBlock.Builder code = CodeBlock.builder();
    private int parts = 5; // every statement begins with these

    StepStatement(StepModel step, AgentTypes types) {
        this.step = step;
        this.types = types;
    }

    CodeBlock code() {
        declare(step.interrupt());
        next();
        input(step.input());
        if (step.requiresMode()) {
            call("requires", CodeBlock.of("$T.$L", RuntimeNames.PERMISSION_MODE, step.mode()));
        }
        gate(step.gate());
        if (step.timeout() != null && !step.isCall()) {
            call(
                    "timeout",
                    CodeBlock.of(
                            "$LL, $S", step.timeout().millis(), step.timeout().text()));
        }
        retry(step.retry());
        if (step.onFailure() != null) {
            Stream<CodeBlock> failures = step.failures().stream().map(use -> classLiteral(use.type()));
            call("onFailure", Stream.concat(Stream.of(constant(step.onFailure())), failures));
        }
        flag("inDoubt", step.inDoubt());
        visits(step.visits());
        texts("effects", step.effects());
        flag("transactional", step.transactional());
        texts("formerly", step.formerly());
        return code.add(";\n").build();
    }

    /** Returns the number of calls and arguments of the statement. */
    int parts() {
        return parts;
    }

    private void declare(@Nullable InterruptModel asked) {
        if (asked == null) {
            code.add("graph.step($L, $S)", types.constant(step), step.name());
            if (step.isWait()) {
                call("waits", Stream.of());
            }
            if (step.isCall()) {
                calls(types.call(step));
            }
            return;
        }
        if (asked.mailbox() == null) {
            code.add("graph.interrupt($L, $S, $L)", types.constant(step), step.name(), valueType(types.question(step)));
        } else {
            code.add("graph.step($L, $S)", types.constant(step), step.name());
            call("mailbox", Stream.of());
            asked.replies().forEach(this::reply);
        }
        call("answeredBy", asked.answers().stream().map(answer -> valueType(Nameable.name(answer.type()))));
        asked.actions().forEach(this::action);
        if (asked.expires() != null) {
            call("expires", millis(asked.expires()));
        }
        rule(asked.rule());
    }

    private void reply(Reply reply) {
        call("replies", Stream.of(classLiteral(reply.message().type()), valueType(Nameable.name(reply.type()))));
    }

    private void calls(CallTypes call) {
        Numeral most = call.call().maxElements();
        Stream<CodeBlock> list = Stream.of(
                CodeBlock.of("$L", call.isList()), CodeBlock.of("$L", most == null ? MAX_ELEMENTS : most.asInt()));
        call("calls", Stream.concat(list, call.agents().stream().map(this::called)));
        if (call.call().timeout() != null) {
            call("callTimeout", millis(call.call().timeout()));
        }
        if (call.call().maxMode() != null) {
            call(
                    "callMode",
                    CodeBlock.of(
                            "$T.$L",
                            RuntimeNames.PERMISSION_MODE,
                            call.call().maxMode().text()));
        }
        if (call.takesEnds()) {
            call("takesEnds", Stream.of());
        }
    }

    private CodeBlock called(CallTypes.Agent agent) {
        parts += 2;
        AgentTypes called = agent.proven();
        boolean hasInput = called.startInput() != null;
        CodeBlock start = CodeBlock.of("(($T) start)", agent.start());
        return CodeBlock.of(
                "new $T<>($S, $T.definition(), it -> (($T) it).$L, start -> $L, start -> $L)",
                RuntimeNames.CALLED_AGENT,
                agent.name(),
                called.graph(),
                types.agent(),
                agent.access(),
                hasInput ? CodeBlock.of("$L.state()", start) : CodeBlock.of("($T) start", agent.start()),
                hasInput ? CodeBlock.of("$L.input()", start) : CodeBlock.of("null"));
    }

    /** A method reference could also mean a static method of that name. */
    private void action(ActionMark mark) {
        call(
                "action",
                Stream.of(
                        CodeBlock.of("$T.class", ClassName.get(mark.of())),
                        CodeBlock.of("$S", mark.component()),
                        valueType(Nameable.name(mark.type())),
                        CodeBlock.of("whole -> whole.$L()", mark.component())));
    }

    private void rule(@Nullable AnswerRule rule) {
        if (rule != null) {
            CodeBlock others = rule.otherThan().stream().map(this::constant).collect(CodeBlock.joining(", "));
            String starter = rule.starter() ? "ONLY" : rule.notStarter() ? "NOT" : "AS_OTHERS";
            Stream<CodeBlock> persons = Stream.of(
                    CodeBlock.of("$T.$L", RuntimeNames.STARTER, starter),
                    CodeBlock.of("$T.of($L)", RuntimeNames.LIST, others));
            Stream<CodeBlock> roles = rule.roles().stream().map(role -> CodeBlock.of("$S", role.text()));
            call("answerers", Stream.concat(persons, roles));
        }
    }

    private void next() {
        List<CodeBlock> targets = step.next().stream()
                .filter(name -> !name.isExit())
                .map(this::constant)
                .toList();
        if (!targets.isEmpty()) {
            call("to", targets.stream());
        }
        if (step.next().stream().anyMatch(Name::isEnd)) {
            call("toEnd", Stream.of());
        }
        if (step.next().stream().anyMatch(Name::isFail)) {
            call("toFail", Stream.of());
        }
    }

    private void input(@Nullable Parameter input) {
        if (input != null) {
            call("takes", valueType(types.name(input.type())));
        }
    }

    private void gate(@Nullable Gate gate) {
        if (gate != null) {
            Stream<CodeBlock> opening =
                    gate.opening().stream().map(TypeElement::asType).map(this::classLiteral);
            String method = gate.exactly() ? "gatedExactlyBy" : step.answered() != null ? "gatedByAnswered" : "gatedBy";
            call(method, Stream.concat(Stream.of(constant(gate.interrupt())), opening));
        }
    }

    private void retry(@Nullable Retrying retry) {
        if (retry != null) {
            Stream<CodeBlock> numbers = Stream.of(
                    CodeBlock.of("$L", retry.attempts().asInt()),
                    millis(retry.backoff()),
                    CodeBlock.of("$L", retry.factor().value()),
                    millis(retry.maxBackoff()),
                    CodeBlock.of("$L", retry.jitter().value()));
            Stream<CodeBlock> on = retry.on().stream().map(use -> classLiteral(use.type()));
            call("retry", Stream.concat(numbers, on));
        }
    }

    private void visits(@Nullable Visits visits) {
        if (visits != null) {
            call("maxVisits", Stream.of(CodeBlock.of("$L", visits.times().asInt()), constant(visits.then())));
        }
    }

    private void flag(String method, @Nullable Place written) {
        if (written != null) {
            call(method, Stream.of());
        }
    }

    private void texts(String method, List<Name> names) {
        if (!names.isEmpty()) {
            call(method, names.stream().map(name -> CodeBlock.of("$S", name.text())));
        }
    }

    private CodeBlock constant(Name name) {
        StepModel target = types.model().step(name.text());
        if (target == null) {
            throw new IllegalStateException("'" + name.text() + "' was not proven");
        }
        return types.constant(target);
    }

    private CodeBlock classLiteral(TypeMirror type) {
        return CodeBlock.of("$T.class", ValueTypes.erased(Nameable.name(type)));
    }

    /**
     * Returns a length in milliseconds, with what the user wrote beside it: a text that is a duration cannot end a
     * comment.
     */
    static CodeBlock millis(Length length) {
        return CodeBlock.of("$LL /* $L */", length.millis(), length.text());
    }

    private void call(String method, CodeBlock argument) {
        call(method, Stream.of(argument));
    }

    private void call(String method, Stream<CodeBlock> arguments) {
        List<CodeBlock> all = arguments.toList();
        parts += 1 + all.size();
        code.add("\n        .$L($L)", method, CodeBlock.join(all, ", "));
    }

    /** Returns the code of a type, with a part for each type in it. */
    private CodeBlock valueType(TypeName type) {
        parts += (int) type.toString()
                .chars()
                .filter(c -> c == '<' || c == ',' || c == '[')
                .count();
        return ValueTypes.of(type);
    }
}
