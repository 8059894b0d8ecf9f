package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.Returned.Kind;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** A step returns the input of its next step, or the choice between several next steps. */
final class FittingReturns implements Check {

    private final TypeRelations types;

    FittingReturns(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        Set<String> nextClasses = new HashSet<>();
        agent.steps().forEach(step -> nextClasses.add(GeneratedNames.next(step.name())));
        for (StepModel step : agent.steps()) {
            if (step.isWait() || step.isCall()) {
                continue;
            }
            if (isNextClassOfAnother(step, nextClasses)) {
                report.accept(problem(DiagnosticId.WRONG_RETURN, another(agent, step), step));
            } else if (step.chooses()) {
                chosen(agent, step, report);
            } else if (!step.isInterrupt() && !step.next().isEmpty()) {
                single(agent, step, step.next().get(0), report);
            }
        }
    }

    private void chosen(AgentModel agent, StepModel step, Consumer<Diagnostic> report) {
        Returned returned = step.returned();
        if (hidesNextClass(step)) {
            report.accept(problem(DiagnosticId.WRONG_RETURN, hidden(agent, step), step));
        } else if (returned.kind() != Kind.NEXT_CLASS && !types.isUnknown(returned.type())) {
            String must = step.failsOnly()
                    ? "' fails the run, so it must say why: return "
                    : "' has several next steps, so it must choose one: return ";
            String text = "'" + step.name() + must + howToReturn(agent, step) + ".";
            report.accept(problem(DiagnosticId.WRONG_RETURN, text, step));
        }
    }

    private void single(AgentModel agent, StepModel step, Name next, Consumer<Diagnostic> report) {
        StepModel target = agent.step(next.text());
        Returned returned = step.returned();
        if (target == null
                || target.signature().hasOtherState()
                || GenuineResults.callOf(agent, target) != null
                || returned.kind() == Kind.NEXT_CLASS
                || returned.kind() == Kind.INPUT_FOR_NEXT) {
            return;
        }
        Parameter input = target.input();
        if (input != null && TypeRelations.isStepFailure(input.type()) && !types.isUnknown(returned.type())) {
            String text = "'" + target.name() + "' takes the StepFailure of a step that has failed, so it cannot be"
                    + " the next step of one that has succeeded. Name it in onFailure = \"" + target.name()
                    + "\" instead.";
            report.accept(new Diagnostic(DiagnosticId.MISSING_INPUT, text, next.place()));
            return;
        }
        boolean misfit = returned.kind() == Kind.OTHER && !types.isUnknown(returned.type()) && !isOwnState(step);
        if (misfit && hidesNextClass(step)) {
            report.accept(problem(DiagnosticId.WRONG_RETURN, hidden(agent, step), step));
        } else if (input == null && misfit) {
            Gate gate = target.gate();
            String text = "'" + step.name() + "' returns " + TypeText.of(returned.type()) + ", but its next step '"
                    + target.name() + "' takes no input. Return void or the state, or "
                    + (gate != null && gate.exactly()
                            ? "put it into what '" + gate.interrupt().text() + "' shows: '" + target.name()
                                    + "' does exactly that."
                            : "let '" + target.name() + "' take it.");
            report.accept(problem(DiagnosticId.UNUSED_RETURN, text, step));
        } else if (input != null && misfit && !types.isUnknown(input.type())) {
            String text = "'" + step.name() + "' returns " + TypeText.of(returned.type(), input.type())
                    + ", but its next step '" + target.name() + "' takes "
                    + TypeText.of(input.type(), returned.type()) + ". Return that, or a subtype.";
            report.accept(problem(DiagnosticId.INPUT_MISMATCH, text, step));
        } else if (input != null && isWithoutInput(returned) && !isState(agent, input)) {
            String text = "'" + target.name() + "' takes " + TypeText.of(input.type()) + ", but '" + step.name()
                    + "' passes none on. Return " + TypeText.of(input.type()) + " from '" + step.name() + "'.";
            report.accept(new Diagnostic(DiagnosticId.MISSING_INPUT, text, next.place()));
        }
    }

    private static boolean isWithoutInput(Returned returned) {
        return returned.kind() == Kind.VOID || returned.kind() == Kind.STATE;
    }

    /** A step that works on another state may well return it; then the state is the mistake. */
    private boolean isOwnState(StepModel step) {
        Parameter state = step.signature().state();
        return state != null && types.same(step.returned().type(), state.type());
    }

    private boolean isState(AgentModel agent, Parameter input) {
        TypeMirror state = agent.state();
        return state != null && types.isSubtype(input.type(), state);
    }

    private static boolean isNextClassOfAnother(StepModel step, Set<String> nextClasses) {
        return step.returned().kind() != Kind.NEXT_CLASS
                && step.returned().type() instanceof DeclaredType type
                && type.getKind() == TypeKind.ERROR
                && nextClasses.contains(type.asElement().getSimpleName().toString());
    }

    /** Whether a step returns a class of the user that is called like the one which is generated for it. */
    private static boolean hidesNextClass(StepModel step) {
        return step.returned().kind() != Kind.NEXT_CLASS
                && step.returned().type() instanceof DeclaredType type
                && type.getKind() != TypeKind.ERROR
                && type.asElement().getSimpleName().contentEquals(GeneratedNames.next(step.name()));
    }

    private static String hidden(AgentModel agent, StepModel step) {
        String next = GeneratedNames.next(step.name());
        return next + " means " + step.returned().type() + " here, a class that hides the generated one of this name."
                + " Rename it, or return " + agent.names().graph() + "." + next + ".";
    }

    private static String another(AgentModel agent, StepModel step) {
        String returned = TypeText.of(step.returned().type());
        return step.isInterrupt()
                ? "'" + step.name() + "' is an interrupt, where the answer chooses: return the question, not "
                        + returned + "."
                : returned + " holds the next steps of another step. Return " + howToReturn(agent, step) + ".";
    }

    /** The class to return, and the import without which it would not be found. */
    private static String howToReturn(AgentModel agent, StepModel step) {
        GeneratedNames names = agent.names();
        String next = GeneratedNames.next(step.name());
        return names.packageName().isEmpty()
                ? names.graph() + "." + next
                : next + ", with 'import static " + names.qualified(names.graph()) + ".*;'";
    }

    private static Diagnostic problem(DiagnosticId id, String text, StepModel step) {
        return new Diagnostic(id, text, step.returned().place());
    }
}
