package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import io.stepgraph.processor.read.TypeRelations;
import java.util.List;
import java.util.function.Consumer;

/** An interrupt lists no answer twice. */
final class DistinctAnswers implements Check {

    private final TypeRelations types;

    DistinctAnswers(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            InterruptModel asked = step.interrupt();
            List<TypeUse> answers = asked == null ? List.of() : asked.answers();
            for (int i = 0; i < answers.size(); i++) {
                TypeUse answer = answers.get(i);
                if (answers.subList(0, i).stream().anyMatch(earlier -> types.same(earlier.type(), answer.type()))) {
                    String text = TypeText.of(answer.type()) + " is an answer of '" + step.name()
                            + "' already. Remove the second.";
                    report.accept(new Diagnostic(DiagnosticId.DUPLICATE_ANSWER, text, answer.place()));
                }
            }
        }
    }
}
