package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentMember;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.CalledAgent;
import io.stepgraph.processor.model.StepModel;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;

/**
 * Each agent that a caller holds is called. A method may give what a field holds, so neither a method is reported, nor a
 * field of the type of a method that is called.
 */
final class UsedAgents implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        List<CalledAgent> called = agent.calls().stream()
                .map(StepModel::call)
                .flatMap(Stream::ofNullable)
                .map(CallModel::agents)
                .flatMap(List::stream)
                .toList();
        if (called.isEmpty() || called.stream().anyMatch(each -> each.graph() == null)) {
            return; // the unknown name may mean any
        }
        List<AgentMember> used = called.stream()
                .map(CalledAgent::member)
                .filter(Objects::nonNull)
                .toList();
        for (AgentMember member : agent.members()) {
            boolean isHeld = member.place().element().getKind() == ElementKind.FIELD;
            if (isHeld && used.stream().noneMatch(other -> mayBe(other, member))) {
                String text = "No call names the agent '" + member.name() + "'. Call it, or remove it.";
                report.accept(new Diagnostic(DiagnosticId.UNUSED_AGENT, text, member.place()));
            }
        }
    }

    private static boolean mayBe(AgentMember called, AgentMember held) {
        boolean isPlainMethod = called.place().element().getKind() == ElementKind.METHOD;
        return called.name().equals(held.name()) || (isPlainMethod && Objects.equals(called.given(), held.given()));
    }
}
