package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentMember;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.CalledAgent;
import io.stepgraph.processor.model.Enclosing;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** A call names agents of its class, each once, that generated code can get and start. */
final class CalledAgents implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.calls()) {
            CallModel call = step.call();
            List<CalledAgent> agents = call == null ? List.of() : call.agents();
            Place place = call == null ? null : call.agentsPlace();
            if (agents.isEmpty() && place != null) {
                String text = "'" + step.name() + "' calls nobody: its agents are empty. Name an agent.";
                report.accept(new Diagnostic(DiagnosticId.UNKNOWN_AGENT, text, place));
            }
            Set<String> seen = new HashSet<>();
            for (CalledAgent called : agents) {
                Name name = called.name();
                AgentMember member = called.member();
                if (!seen.add(name.text())) {
                    String text = "'" + step.name() + "' names '" + name.text()
                            + "' twice. Declare a second component, or return a list.";
                    report.accept(new Diagnostic(DiagnosticId.UNKNOWN_AGENT, text, name.place()));
                } else if (member == null && !name.isUnreadable()) {
                    report.accept(new Diagnostic(DiagnosticId.UNKNOWN_AGENT, unknown(agent, step, name), name.place()));
                } else if (member != null && member.graph() == null) {
                    String type = TypeText.of(member.type());
                    String text = "'" + name.text() + "' is " + TypeText.a(member.type())
                            + ", which has no @StepGraph. Annotate " + type + ", or name an agent.";
                    report.accept(new Diagnostic(DiagnosticId.NOT_AN_AGENT, text, name.place()));
                } else if (member != null) {
                    String reason = hidden(agent, member);
                    if (reason != null) {
                        String text = "'" + name.text() + "' " + reason;
                        report.accept(new Diagnostic(DiagnosticId.HIDDEN_AGENT, text, name.place()));
                    }
                }
            }
        }
    }

    private static String unknown(AgentModel agent, StepModel step, Name name) {
        String suggestion = Suggestion.closest(
                name.text(), agent.members().stream().map(AgentMember::name).toList());
        return "'" + step.name() + "' calls '" + name.text() + "', but " + agent.simpleName()
                + " has no agent of that name."
                + (suggestion.isEmpty() ? " Declare it as a component, a field or a method." : suggestion);
    }

    /** Says why generated code cannot get an agent or name its graph; null if it can. */
    private static @Nullable String hidden(AgentModel agent, AgentMember member) {
        if (member.element() instanceof ExecutableElement method) {
            String reason = UsableMethods.reason(method);
            if (reason != null) {
                return reason;
            }
        } else if (member.element().getModifiers().contains(Modifier.PRIVATE)
                && member.element().getKind().isField()) {
            return "is private; make it a component, or write a method '" + TypeText.of(member.type()) + " "
                    + member.name() + "()'.";
        }
        AgentModel graph = member.graph();
        return graph == null || graph.isPublic() || Enclosing.home(graph.type()).equals(Enclosing.home(agent.type()))
                ? null
                : "is " + TypeText.a(member.type()) + " of another package, and its "
                        + graph.names().graph() + " is not public. Make " + graph.simpleName()
                        + " and the types that its steps name public.";
    }
}
