package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.StepModel;
import java.util.List;
import java.util.function.Consumer;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Proves every gate: without the edges of the answers that open it, its step can be reached neither from the start nor
 * from itself, so that each visit has an answer of its own.
 */
final class ClosedGates implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            Gate gate = step.gate();
            if (gate != null && !gate.opening().isEmpty()) {
                String text = wayRound(agent, step, gate);
                if (text != null) {
                    report.accept(new Diagnostic(DiagnosticId.UNGATED_PATH, text, gate.place()));
                }
            }
        }
    }

    private static @Nullable String wayRound(AgentModel agent, StepModel step, Gate gate) {
        StepModel start = agent.startStep();
        StepModel interrupt = agent.step(gate.interrupt().text());
        if (interrupt == null) {
            return null;
        }
        List<Edge> open = agent.edges().stream()
                .filter(edge -> isOpen(agent, edge, interrupt, gate))
                .toList();
        Paths paths = new Paths(agent.steps().size(), open);
        String answer = "the answer " + either(gate.opening()) + " to '" + interrupt.name() + "'";
        if (start != null && step.index() == start.index()) {
            return "The run begins at '" + step.name() + "', before " + answer
                    + " can be given. Begin at a step from which '" + interrupt.name() + "' is reached.";
        }
        List<Edge> around = start == null ? null : paths.shortest(start.index(), step.index());
        if (around != null) {
            return "'" + step.name() + "' is reached without " + answer + ": " + path(agent, around, gate)
                    + ". Lead this path through '" + interrupt.name() + "', or elsewhere.";
        }
        List<Edge> again = paths.shortest(step.index(), step.index());
        return again == null
                ? null
                : "'" + step.name() + "' is visited again on an answer that was given for an earlier visit: "
                        + path(agent, again, gate) + ". Lead this loop through '" + interrupt.name()
                        + "', so that each visit has its own.";
    }

    /** Whether a run can take an edge without an answer that opens the gate. */
    private static boolean isOpen(AgentModel agent, Edge edge, StepModel interrupt, Gate gate) {
        InterruptModel interruptModel = agent.steps().get(edge.from()).interrupt();
        if (interruptModel == null || edge.kind() != Edge.Kind.NEXT) {
            return true;
        }
        return edge.expired()
                || (edge.from() == interrupt.index()
                        ? !gate.opening().containsAll(edge.answers())
                        : !edge.answers().isEmpty());
    }

    /** The steps, and behind each interrupt the answer that leads on. */
    private static String path(AgentModel agent, List<Edge> path, Gate gate) {
        StringBuilder text = new StringBuilder();
        for (Edge edge : path) {
            text.append(agent.steps().get(edge.from()).name());
            String answer = answer(agent, edge, gate);
            text.append(answer.isEmpty() ? "" : " (" + answer + ")").append(" → ");
        }
        return text.append(agent.steps().get(path.get(path.size() - 1).to()).name())
                .toString();
    }

    private static String answer(AgentModel agent, Edge edge, Gate gate) {
        if (edge.kind() == Edge.Kind.FAILURE) {
            return "onFailure";
        }
        if (edge.kind() == Edge.Kind.THEN) {
            return "then";
        }
        if (!agent.steps().get(edge.from()).isInterrupt()) {
            return "";
        }
        boolean isGate =
                agent.steps().get(edge.from()).name().equals(gate.interrupt().text());
        return edge.answers().stream()
                .filter(answer -> !isGate || !gate.opening().contains(answer))
                .findFirst()
                .map(answer -> answer.getSimpleName().toString())
                .orElse("Expired");
    }

    private static String either(List<TypeElement> answers) {
        return TypeText.list(answers).replace(", ", " or ");
    }
}
