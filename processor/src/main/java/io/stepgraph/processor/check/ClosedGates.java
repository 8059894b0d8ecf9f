package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.Visits;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Proves every gate: without the edges of the answers that open it, its step can be reached neither from the start nor
 * from itself, so that each visit has an answer of its own. An edge that goes round several gates is reported once.
 */
final class ClosedGates implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        Set<Place> reported = new HashSet<>();
        for (StepModel step : agent.steps()) {
            Gate gate = step.gate();
            StepModel guard = gate == null ? null : agent.step(gate.interrupt().text());
            Diagnostic found = gate == null || guard == null || guard.isMailbox() || !opens(gate, guard)
                    ? null
                    : new Proof(agent, step, gate, guard).wayRound();
            if (found != null && reported.add(found.place())) {
                report.accept(found);
            }
        }
    }

    /**
     * Whether something opens a gate: an answer, a kind of result, or that a call without kinds of result is completed.
     */
    private static boolean opens(Gate gate, StepModel guard) {
        CallModel call = guard.call();
        return !gate.opening().isEmpty()
                || (call != null && call.complete() && call.results().isEmpty());
    }

    /** The proof of one gate. */
    private record Proof(AgentModel agent, StepModel step, Gate gate, StepModel interrupt) {

        @Nullable Diagnostic wayRound() {
            Paths open = paths(agent.edges().stream().filter(this::isOpen));
            StepModel start = agent.startStep();
            Name first = agent.start();
            String answer = proof();
            if (start != null && first != null && step.index() == start.index()) {
                String text = "The run begins at '" + step.name() + "', before " + answer
                        + " can be given. Begin at a step from which '" + interrupt.name() + "' is reached.";
                return new Diagnostic(DiagnosticId.UNGATED_PATH, text, first.place());
            }
            List<Edge> around = start == null ? null : open.shortest(start.index(), step.index());
            if (around != null) {
                String text = "'" + step.name() + "' is reached without " + answer + ": " + text(around)
                        + ". Lead this path through '" + interrupt.name() + "', or elsewhere.";
                return new Diagnostic(DiagnosticId.UNGATED_PATH, text, place(leaving(around)));
            }
            List<Edge> again = again(open);
            if (again == null) {
                return null;
            }
            String text = "'" + step.name() + "' is visited again on "
                    + (interrupt.isCall() ? "a result" : "an answer") + " that was given for an earlier visit: "
                    + text(again) + ". Lead this loop through '" + interrupt.name()
                    + "', so that each visit has its own.";
            return new Diagnostic(DiagnosticId.UNGATED_PATH, text, place(leaving(again)));
        }

        private String proof() {
            String kinds = TypeText.list(gate.opening()).replace(", ", " or ");
            return interrupt.isInterrupt()
                    ? "the answer " + kinds + " to '" + interrupt.name() + "'"
                    : gate.opening().isEmpty()
                            ? "the result of '" + interrupt.name() + "'"
                            : "the result " + kinds + " of '" + interrupt.name() + "'";
        }

        /** Whether a run can take an edge without an answer or a result that opens the gate. */
        private boolean isOpen(Edge edge) {
            CallModel call = edge.from() == interrupt.index() ? interrupt.call() : null;
            if (call != null && edge.kind() == Edge.Kind.NEXT) {
                return handsOverEnds(call, edge)
                        || !gate.opening().containsAll(edge.answers())
                        || (!gate.opening().isEmpty() && edge.answers().isEmpty());
            }
            return !agent.steps().get(edge.from()).isInterrupt()
                    || edge.kind() != Edge.Kind.NEXT
                    || edge.expired()
                    || isOtherAnswer(edge);
        }

        private static boolean handsOverEnds(CallModel call, Edge edge) {
            return call.takers().stream()
                    .anyMatch(taker -> taker.step() == edge.to() && taker.taken() == CallModel.Taken.ENDS);
        }

        private boolean isOtherAnswer(Edge edge) {
            if (!agent.steps().get(edge.from()).isInterrupt()) {
                return false;
            }
            return edge.from() == interrupt.index()
                    ? !gate.opening().containsAll(edge.answers())
                    : !edge.answers().isEmpty();
        }

        /**
         * A way back to the step. Where its own {@code then} begins, no visit is left until another answer gives new
         * ones.
         */
        private @Nullable List<Edge> again(Paths open) {
            List<Edge> direct = paths(agent.edges().stream().filter(edge -> isOpen(edge) && !isOwnThen(edge)))
                    .shortest(step.index(), step.index());
            if (direct != null || step.visits() == null) {
                return direct;
            }
            for (Edge answer : agent.edges()) {
                boolean isOther = isOpen(answer) && isOtherAnswer(answer) && !isOwnThen(answer) && !answer.isEnd();
                List<Edge> before = isOther ? open.shortest(step.index(), answer.from()) : null;
                List<Edge> after = before == null || answer.to() == step.index()
                        ? List.of()
                        : open.shortest(answer.to(), step.index());
                if (before != null && after != null) {
                    return Stream.of(before, List.of(answer), after)
                            .flatMap(List::stream)
                            .toList();
                }
            }
            return null;
        }

        private boolean isOwnThen(Edge edge) {
            return edge.kind() == Edge.Kind.THEN && edge.from() == step.index();
        }

        /**
         * The edge of a way round with which the run gives up the interrupt: the last that could lead there instead.
         */
        private Edge leaving(List<Edge> around) {
            BitSet gated = paths(agent.edges().stream().filter(edge -> edge.from() != step.index()))
                    .leadingTo(interrupt.index());
            for (int i = around.size() - 1; i >= 0; i--) {
                Edge edge = around.get(i);
                if (edge.from() == interrupt.index()) {
                    break; // another answer than those that open the gate
                }
                if (gated.get(edge.from())) {
                    return edge;
                }
            }
            return around.get(around.size() - 1);
        }

        private Paths paths(Stream<Edge> edges) {
            return new Paths(agent.steps().size(), edges.toList());
        }

        /** Returns the place where the edge is written. */
        private Place place(Edge edge) {
            StepModel from = agent.steps().get(edge.from());
            String to = agent.steps().get(edge.to()).name();
            Visits visits = from.visits();
            Stream<Name> named = switch (edge.kind()) {
                case NEXT -> from.next().stream().filter(name -> name.text().equals(to));
                case FAILURE -> Stream.ofNullable(from.onFailure());
                case THEN -> Stream.ofNullable(visits).map(Visits::then);
            };
            return named.findFirst().map(Name::place).orElse(gate.place());
        }

        /** The steps, and behind each interrupt the answer that leads on. */
        private String text(List<Edge> path) {
            return PathText.marked(agent, path, this::answer);
        }

        private String answer(Edge edge) {
            StepModel from = agent.steps().get(edge.from());
            if (!from.isInterrupt() && !from.isCall()) {
                return "";
            }
            List<TypeElement> opening = edge.from() == interrupt.index() ? gate.opening() : List.of();
            return edge.answers().stream()
                    .filter(answer -> !opening.contains(answer))
                    .findFirst()
                    .map(answer -> answer.getSimpleName().toString())
                    .orElse(edge.expired() ? "Expired" : "");
        }
    }
}
