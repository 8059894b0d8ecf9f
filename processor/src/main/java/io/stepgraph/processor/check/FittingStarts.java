package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.CallModel.Shape;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.Numeral;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.lang.model.type.TypeMirror;

/** A call returns the starts of the agents that it names, no more of them than it says, and is never tried again. */
final class FittingStarts implements Check {

    private final TypeRelations types;

    FittingStarts(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.calls()) {
            CallModel call = step.call();
            if (step.retry() != null) {
                String text = "'" + step.name()
                        + "' only calls: @Retry belongs on the steps of the called agents. Remove it here.";
                report.accept(new Diagnostic(
                        DiagnosticId.RETRY_OF_CALL,
                        text,
                        step.retry().attempts().place()));
            }
            boolean isKnown =
                    call != null && call.graphs().count() == call.agents().size();
            if (call == null
                    || !isKnown
                    || call.agents().isEmpty()
                    || call.graphs().anyMatch(FittingStarts::isOpen)) {
                continue;
            }
            if (!fits(agent, step, call)) {
                report.accept(new Diagnostic(
                        DiagnosticId.WRONG_STARTS,
                        text(step, call),
                        step.returned().place()));
            } else {
                limit(step, call, report);
            }
        }
    }

    /** Whether a mistake of its own leaves open how an agent starts. */
    private static boolean isOpen(AgentModel called) {
        return called.startStep() == null || called.state() == null;
    }

    private boolean fits(AgentModel agent, StepModel step, CallModel call) {
        TypeMirror returned = step.returned().type();
        AgentModel only = call.only();
        if (only == null) {
            return agent.names().isNested(returned, GeneratedNames.starts(step.name()));
        }
        TypeMirror element = call.shape() == Shape.LIST ? types.element(returned) : returned;
        TypeMirror state = only.state();
        return element != null
                && (only.startInput() != null
                        ? only.names().isNested(element, GeneratedNames.START)
                        : state != null && types.isSubtype(element, state));
    }

    private static String text(StepModel step, CallModel call) {
        AgentModel only = call.only();
        String agents = call.agents().stream()
                .map(called -> "'" + called.name().text() + "'")
                .collect(Collectors.joining(", "))
                .replaceFirst(", ([^,]*)$", " and $1");
        String starts =
                only == null ? GeneratedNames.starts(step.name()) : start(only) + " or List<" + start(only) + ">";
        return "'" + step.name() + "' calls " + agents + ", so it returns " + starts + ", not "
                + TypeText.of(step.returned().type()) + ".";
    }

    private static String start(AgentModel called) {
        TypeMirror state = called.state();
        return called.startInput() != null || state == null
                ? called.names().graph() + "." + GeneratedNames.START
                : TypeText.of(state);
    }

    private static void limit(StepModel step, CallModel call, Consumer<Diagnostic> report) {
        Numeral limit = call.maxElements();
        if (limit != null && limit.value() < 1) {
            String text = "maxElements = " + limit.asInt() + ": a call takes 1 or more.";
            report.accept(new Diagnostic(DiagnosticId.BAD_LIMIT, text, limit.place()));
        } else if (limit != null && call.shape() != Shape.LIST) {
            String returned = call.shape() == Shape.ONE ? "one start" : GeneratedNames.starts(step.name());
            String text = "maxElements limits a list, but '" + step.name() + "' returns " + returned + ". Remove it.";
            report.accept(new Diagnostic(DiagnosticId.BAD_LIMIT, text, limit.place()));
        }
    }
}
