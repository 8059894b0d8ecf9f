package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The step of a stored run is found by its name, so a former name is that of no step, and of one step only. */
final class FormerNames implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        Set<String> present = new HashSet<>();
        agent.steps().forEach(step -> present.add(step.name()));
        agent.clashing().forEach(clash -> present.add(clash.step().name()));
        Map<String, StepModel> former = new HashMap<>();
        for (StepModel step : agent.steps()) {
            for (Name name : step.formerly()) {
                @Nullable StepModel earlier = former.putIfAbsent(name.text(), step);
                if (present.contains(name.text())) {
                    report(name, present(step, name), report);
                } else if (earlier != null) {
                    report(name, twice(step, earlier, name), report);
                }
            }
        }
    }

    private static String present(StepModel step, Name name) {
        return name.text().equals(step.name())
                ? "'" + name.text() + "' is what this step is called now. Remove it from formerly."
                : "'" + name.text()
                        + "' is a step now, and a run stored in it could not be distinguished from one stored in '"
                        + step.name() + "'. Remove it from formerly, or rename that step.";
    }

    private static String twice(StepModel step, StepModel earlier, Name name) {
        String what = "'" + name.text() + "' is a former name of '" + earlier.name() + "' already";
        return step.name().equals(earlier.name())
                ? what + ". Remove the second."
                : what + ", and a stored run can go on in one step only. Remove it from one of the two.";
    }

    private static void report(Name name, String text, Consumer<Diagnostic> report) {
        report.accept(new Diagnostic(DiagnosticId.FORMERLY_CLASH, text, name.place()));
    }
}
