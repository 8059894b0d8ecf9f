package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Length;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Returned.Kind;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.WaitModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** A wait declares or computes one time, does nothing else, and leads to a step that takes no input. */
final class Waits implements Check {

    private final TypeRelations types;

    Waits(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            WaitModel waiting = step.waiting();
            if (waiting != null) {
                time(step, waiting.length(), report);
                step.next().forEach(next -> next(agent, step, next, report));
                if (step.retry() != null) {
                    Place place = step.retry().attempts().place();
                    report(step, "is a wait, which has nothing to retry. Remove @Retry.", place, report);
                }
            }
        }
    }

    private static void time(StepModel step, @Nullable Length length, Consumer<Diagnostic> report) {
        Kind kind = step.returned().kind();
        String returns = "returns " + TypeText.of(step.returned().type());
        if (length != null && kind != Kind.VOID) {
            String text = "has a length and " + returns + ": one of the two. Remove length, or return void.";
            report(step, text, length.place(), report);
        } else if (length == null && kind == Kind.VOID) {
            String text = "is void and has no length. Write length = \"24h\", or return Duration or Instant.";
            report(step, text, step.annotation(), report);
        } else if (kind == Kind.OTHER) {
            report(
                    step,
                    returns + "; return Duration or Instant.",
                    step.returned().place(),
                    report);
        }
    }

    private void next(AgentModel agent, StepModel step, Name next, Consumer<Diagnostic> report) {
        StepModel target = agent.step(next.text());
        Parameter input = target == null ? null : target.input();
        if (next.isExit()) {
            String text = "leads to " + next.shown() + ", but a wait leads to a step. Name one.";
            report(step, text, next.place(), report);
        } else if (target != null && input != null && isSure(agent, target, input)) {
            String text = "leads to " + next.shown() + ", which takes " + TypeText.of(input.type())
                    + ", but a wait passes no input on. Name a step that takes none.";
            report(step, text, next.place(), report);
        }
    }

    /** Whether no other mistake explains the input. */
    private boolean isSure(AgentModel agent, StepModel target, Parameter input) {
        TypeMirror state = agent.state();
        return !target.signature().hasOtherState() && (state == null || !types.isSubtype(input.type(), state));
    }

    private static void report(StepModel wait, String text, Place place, Consumer<Diagnostic> report) {
        report.accept(new Diagnostic(DiagnosticId.BAD_WAIT, "'" + wait.name() + "' " + text, place));
    }
}
