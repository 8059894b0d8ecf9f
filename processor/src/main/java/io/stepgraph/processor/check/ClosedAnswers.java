package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.OpenType;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import java.util.function.Consumer;
import javax.lang.model.type.TypeKind;

/** All kinds of answer are known. */
final class ClosedAnswers implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            InterruptModel asked = step.interrupt();
            if (asked != null) {
                for (OpenType open : asked.open()) {
                    report.accept(new Diagnostic(DiagnosticId.OPEN_ANSWER, text(asked, open), open.declared()));
                }
            }
        }
    }

    private static String text(InterruptModel asked, OpenType open) {
        String name = TypeText.of(open.type());
        if (open.type().getKind() != TypeKind.DECLARED) {
            return name + " cannot be an answer. Wrap it in a record that names the answer.";
        }
        if (open.generic()) {
            return name + " is generic, and an answer would not tell its type arguments."
                    + " Use a record with concrete types.";
        }
        boolean declared = asked.answers().stream()
                .map(TypeUse::type)
                .anyMatch(answer -> TypeText.of(answer).equals(name));
        return declared
                ? name
                        + " is not closed: any class may extend it, so the compiler cannot prove that all answers are"
                        + " handled. Make it sealed, final, a record or an enum."
                : name + ", a permitted answer, is not closed: any class may extend it, so the compiler cannot"
                        + " prove that all answers are handled. Make it sealed, final, a record or an enum.";
    }
}
