package io.stepgraph.processor.generate;

import io.stepgraph.processor.model.Asking;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.Length;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Retrying;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.Visits;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** The statement that declares one step: a call for each thing that was said about it. */
final class StepStatement {

    private final StepModel step;
    private final AgentTypes types;
    private final StringBuilder code = new StringBuilder();

    StepStatement(StepModel step, AgentTypes types) {
        this.step = step;
        this.types = types;
    }

    String code() {
        declare(step.asking());
        next();
        input(step.input());
        if (step.requiresMode()) {
            call("requires", types.code("$.$", Api.PERMISSION_MODE, step.mode()));
        }
        gate(step.gate());
        if (step.timeout() != null) {
            call(
                    "timeout",
                    Stream.of(
                            step.timeout().millis() + "L",
                            Literal.of(step.timeout().text())));
        }
        retry(step.retry());
        if (step.onFailure() != null) {
            call("onFailure", constant(step.onFailure()));
        }
        visits(step.visits());
        if (!step.formerly().isEmpty()) {
            call("formerly", step.formerly().stream().map(name -> Literal.of(name.text())));
        }
        return code.toString();
    }

    private void declare(@Nullable Asking asking) {
        if (asking == null) {
            code.append(types.code("graph.step($, $)", types.constant(step), Literal.of(step.name())));
            return;
        }
        code.append(types.code(
                "graph.interrupt($, $, $)",
                types.constant(step),
                Literal.of(step.name()),
                ValueTypes.of(types.question(step), types)));
        call("answeredBy", asking.answers().stream().map(answer -> ValueTypes.of(Nameable.name(answer.type()), types)));
        if (asking.expires() != null) {
            call("expires", millis(asking.expires()));
        }
    }

    private void next() {
        List<String> targets = step.next().stream()
                .filter(name -> !name.isEnd())
                .map(this::constant)
                .toList();
        if (!targets.isEmpty()) {
            call("to", targets.stream());
        }
        if (targets.size() < step.next().size()) {
            call("toEnd", Stream.of());
        }
    }

    private void input(@Nullable Parameter input) {
        if (input != null) {
            call("takes", ValueTypes.of(Nameable.name(input.type()), types));
        }
    }

    private void gate(@Nullable Gate gate) {
        if (gate != null) {
            Stream<String> opening =
                    gate.opening().stream().map(TypeElement::asType).map(this::classLiteral);
            call("gatedBy", Stream.concat(Stream.of(constant(gate.interrupt())), opening));
        }
    }

    private void retry(@Nullable Retrying retry) {
        if (retry != null) {
            Stream<String> numbers = Stream.of(
                    String.valueOf(retry.attempts().asInt()),
                    millis(retry.backoff()),
                    String.valueOf(retry.factor().value()),
                    millis(retry.maxBackoff()),
                    String.valueOf(retry.jitter().value()));
            Stream<String> on = retry.on().stream().map(use -> classLiteral(use.type()));
            call("retry", Stream.concat(numbers, on));
        }
    }

    private void visits(@Nullable Visits visits) {
        if (visits != null) {
            call("maxVisits", Stream.of(String.valueOf(visits.times().asInt()), constant(visits.then())));
        }
    }

    private String constant(Name name) {
        StepModel target = types.model().step(name.text());
        if (target == null) {
            throw new IllegalStateException("'" + name.text() + "' was not proven");
        }
        return types.constant(target);
    }

    private String classLiteral(TypeMirror type) {
        return types.code("$.class", ValueTypes.erased(Nameable.name(type)));
    }

    /** With what the user wrote beside it: a text that is a duration cannot end a comment. */
    private static String millis(Length length) {
        return length.millis() + "L /* " + length.text() + " */";
    }

    private void call(String method, String argument) {
        call(method, Stream.of(argument));
    }

    private void call(String method, Stream<String> arguments) {
        code.append("\n        .").append(method).append('(');
        code.append(arguments.collect(Collectors.joining(", "))).append(')');
    }
}
