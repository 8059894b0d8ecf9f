package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.Visits;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code next}, {@code onFailure} and {@code then} name existing steps. */
final class KnownSteps implements Check {

    /** The name of the constant {@code END} or {@code FAIL}, or its value, almost. */
    private static final Pattern LIKE_EXIT = Pattern.compile("(?i)\\W*(?:stepgraph\\.)?(end|fail)\\W*");

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        List<String> candidates = agent.steps().stream().map(StepModel::name).toList();
        for (StepModel step : agent.steps()) {
            for (Name name : step.next()) {
                if (!name.isExit() && isUnknown(agent, name)) {
                    report(name, next(agent, name, candidates), report);
                }
            }
            Name onFailure = step.onFailure();
            if (onFailure != null && isUnknown(agent, onFailure)) {
                report(onFailure, other(agent, "onFailure", onFailure, candidates), report);
            }
            Visits visits = step.visits();
            if (visits != null && isUnknown(agent, visits.then())) {
                report(visits.then(), other(agent, "then", visits.then(), candidates), report);
            }
        }
    }

    private static boolean isUnknown(AgentModel agent, Name name) {
        return !name.isUnreadable() && !StepNames.isKnown(agent, name.text());
    }

    private static void report(Name name, String text, Consumer<Diagnostic> report) {
        report.accept(new Diagnostic(DiagnosticId.UNKNOWN_STEP, text, name.place()));
    }

    private static String next(AgentModel agent, Name name, List<String> candidates) {
        Matcher exit = LIKE_EXIT.matcher(name.text());
        return exit.matches()
                ? "'" + name.text() + "' is not a step of " + agent.simpleName() + ". Did you mean the constant "
                        + exit.group(1).toUpperCase(Locale.ROOT) + " of StepGraph?"
                : StepNames.unknown(agent, name.text(), candidates);
    }

    private static String other(AgentModel agent, String member, Name name, List<String> candidates) {
        return name.isExit()
                ? member + " cannot be " + name.shown() + ": name the step that continues the run."
                : StepNames.unknown(agent, name.text(), candidates);
    }
}
