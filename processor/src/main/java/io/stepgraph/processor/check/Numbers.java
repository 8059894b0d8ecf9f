package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Numeral;
import io.stepgraph.processor.model.Retrying;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.Visits;
import java.util.function.Consumer;

/** Numbers are in their range. */
final class Numbers implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            Retrying retry = step.retry();
            if (retry != null) {
                atLeastOne(
                        retry.attempts(),
                        "attempts counts all tries, including the first, so it must be at least 1.",
                        report);
                atLeastOne(
                        retry.factor(),
                        "factor multiplies the delay after each try, so it must be at least 1.",
                        report);
                if (!(retry.jitter().value() >= 0 && retry.jitter().value() <= 1)) {
                    report(retry.jitter(), "jitter is a fraction of the delay, so it must be between 0 and 1.", report);
                }
            }
            Visits visits = step.visits();
            if (visits != null) {
                atLeastOne(visits.times(), "times limits the visits to the step, so it must be at least 1.", report);
            }
        }
    }

    private static void atLeastOne(Numeral number, String text, Consumer<Diagnostic> report) {
        // written so that NaN is refused too
        if (!(number.value() >= 1 && number.value() < Double.POSITIVE_INFINITY)) {
            report(number, text, report);
        }
    }

    private static void report(Numeral number, String text, Consumer<Diagnostic> report) {
        report.accept(new Diagnostic(DiagnosticId.BAD_NUMBER, text, number.place()));
    }
}
