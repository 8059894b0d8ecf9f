package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.Returned.Kind;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/**
 * Stored values can be read back, and questions are stored as a whole: state, inputs, questions, answers, replies,
 * custom events and results, and all that they hold. The check rejects types that surely fail in a run with the
 * runtime's own Jackson, and accepts types when in doubt. A problem is suppressed on the method where it is reported or
 * on a class around it, and not where the stored type is declared: compilers forget {@code @SuppressWarnings} there, so
 * that the next build, from its class file, would say something else.
 */
final class UnstorableTypes implements Check {

    /** The kinds of return value that are checked here; the state is checked as a parameter. */
    private static final Set<Kind> VALUES = EnumSet.of(Kind.INPUT_FOR_NEXT, Kind.RESULT, Kind.QUESTION);

    private static final String NO_VALUE =
            "Void cannot be stored: it has no value but null. Declare a record without components instead.";

    private final Types types;

    UnstorableTypes(Types types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        new Uses(agent, report).check();
    }

    /** The uses in one agent. A value from another step is checked at its source, all others at their first mention. */
    private final class Uses {
        private final AgentModel agent;
        private final Consumer<Diagnostic> report;
        private final StoredWalk walk;
        private final Set<String> seen = new HashSet<>();

        Uses(AgentModel agent, Consumer<Diagnostic> report) {
            this.agent = agent;
            this.report = report;
            this.walk = new StoredWalk(agent.type(), types);
        }

        void check() {
            for (StepModel step : agent.steps()) {
                InterruptModel asked = step.interrupt();
                if (asked != null) {
                    asked.answers().forEach(answer -> seen.add(answer.type().toString()));
                    for (AnswerVariant leaf : asked.leaves()) {
                        seen.add(leaf.type().toString());
                        each(leaf.type(), leaf.declared());
                    }
                    asked.replies()
                            .forEach(reply -> once(reply.type(), reply.message().declared()));
                }
                Returned returned = step.returned();
                if (VALUES.contains(returned.kind())) {
                    seen.add(returned.type().toString());
                    each(returned.type(), returned.place());
                }
                if (returned.kind() == Kind.QUESTION) {
                    shown(returned);
                }
            }
            for (StepModel step : agent.steps()) {
                once(step.signature().state());
                once(step.input());
                Parameter context = step.signature().context();
                TypeMirror customEvent = step.signature().customEvent();
                if (context != null && customEvent != null && !TypeRelations.isVoid(customEvent)) {
                    once(customEvent, context.place());
                }
            }
        }

        /** Checks a question, since the person who answers is shown all of it. */
        private void shown(Returned question) {
            new StoredWalk(agent.type(), types).from(question.type(), (id, text, unnamed) -> {
                if (id == DiagnosticId.HIDDEN_FIELD) {
                    report.accept(new Diagnostic(id, text, question.place()));
                }
            });
        }

        private void once(@Nullable Parameter parameter) {
            if (parameter != null) {
                once(parameter.type(), parameter.place());
            }
        }

        private void once(TypeMirror type, Place place) {
            if (seen.add(type.toString())) {
                each(type, place);
            }
        }

        private void each(TypeMirror type, Place place) {
            if (TypeRelations.isVoid(type)) {
                report.accept(new Diagnostic(DiagnosticId.UNSTORABLE_TYPE, NO_VALUE, place));
            }
            Set<String> told = new HashSet<>();
            walk.from(type, (id, text, unnamed) -> {
                if (id != DiagnosticId.HIDDEN_FIELD && told.add(text)) {
                    report.accept(new Diagnostic(id, text, place, unnamed));
                }
            });
        }
    }
}
