package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentMember;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.CalledAgent;
import io.stepgraph.processor.model.StepModel;
import java.util.List;
import java.util.function.Consumer;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** No agent calls itself, not even through others. */
final class FiniteCalls implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.calls()) {
            CallModel call = step.call();
            for (CalledAgent called : call == null ? List.<CalledAgent>of() : call.agents()) {
                String circle = called.member() == null ? null : circle(agent, called.member(), agent.type());
                if (circle != null) {
                    String text = "'" + agent.simpleName() + "' calls itself: " + circle
                            + ". Loop in one run with @MaxVisits, or give it a list.";
                    report.accept(new Diagnostic(
                            DiagnosticId.RECURSIVE_CALL, text, called.name().place()));
                    return;
                }
            }
        }
    }

    /** The members that lead from one agent to a class; null if none do. */
    private static @Nullable String circle(AgentModel from, AgentMember member, TypeElement to) {
        AgentModel graph = member.graph();
        if (graph == null) {
            return null;
        }
        String one = from.simpleName() + "." + member.name() + " is " + TypeText.a(member.type());
        if (graph.type().equals(to)) {
            return one;
        }
        for (AgentMember next : graph.called()) {
            String rest = circle(graph, next, to);
            if (rest != null) {
                return one + ", " + rest;
            }
        }
        return null;
    }
}
