package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerRule;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The roles that may answer are roles of the graph, and somebody may answer. */
final class DeclaredRoles implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        values(agent.roles(), "a role of " + agent.simpleName(), report);
        for (StepModel step : agent.steps()) {
            InterruptModel asked = step.interrupt();
            AnswerRule rule = asked == null ? null : asked.rule();
            if (rule != null) {
                values(rule.roles(), "a role that may answer '" + step.name() + "'", report);
                known(agent, rule.roles(), report);
                if (rule.starter() && rule.notStarter()) {
                    String text = "Nobody may answer '" + step.name()
                            + "': starter refuses all but who started the run, and notStarter refuses that person."
                            + " Remove one of the two.";
                    report.accept(new Diagnostic(DiagnosticId.BAD_ROLE, text, rule.place()));
                }
            }
        }
    }

    /** Each role has a name and is written once. */
    private static void values(List<Name> roles, String what, Consumer<Diagnostic> report) {
        Set<String> seen = new HashSet<>();
        for (Name role : roles) {
            if (role.text().isBlank()) {
                String text = "A role needs a name. Write the name, or remove the blank text.";
                report.accept(new Diagnostic(DiagnosticId.BAD_ROLE, text, role.place()));
            } else if (!seen.add(role.text())) {
                String text = "'" + role.text() + "' is " + what + " already. Remove the second.";
                report.accept(new Diagnostic(DiagnosticId.BAD_ROLE, text, role.place()));
            }
        }
    }

    private static void known(AgentModel agent, List<Name> roles, Consumer<Diagnostic> report) {
        List<String> declared = agent.roles().stream().map(Name::text).toList();
        for (Name role : roles) {
            if (!role.text().isBlank() && !declared.contains(role.text())) {
                report.accept(new Diagnostic(DiagnosticId.UNKNOWN_ROLE, unknown(role.text(), declared), role.place()));
            }
        }
    }

    private static String unknown(String role, List<String> declared) {
        String what = "'" + role + "' is not a role of this graph";
        if (declared.isEmpty()) {
            return what + ", which declares none. Add roles = \"" + role + "\" to @StepGraph.";
        }
        String suggestion = Suggestion.closest(role, declared);
        return suggestion.isEmpty()
                ? what + ". Its roles are " + String.join(", ", declared) + "."
                : what + "." + suggestion;
    }
}
