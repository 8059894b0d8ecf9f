package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.MailboxModel.Reply;
import io.stepgraph.processor.model.StepModel;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** A message that wants a reply leads to a step that can reply, before the run takes the next message. */
final class PossibleReplies implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel mailbox : agent.steps()) {
            InterruptModel asked = mailbox.interrupt();
            if (asked != null && agent.edgesComplete()) {
                Paths paths = new Paths(
                        agent.steps().size(),
                        agent.edges().stream()
                                .filter(edge -> edge.from() != mailbox.index() || !isMessage(edge))
                                .toList());
                Set<Integer> seen = new HashSet<>();
                for (Reply reply : asked.replies()) {
                    for (int taker : reply.message().takers()) {
                        if (seen.add(taker)
                                && paths.reachable(taker).stream().noneMatch(step -> hasContext(agent, step))) {
                            report.accept(noReply(agent.steps().get(taker), reply));
                        }
                    }
                }
            }
        }
    }

    private static boolean isMessage(Edge edge) {
        return edge.kind() == Edge.Kind.NEXT && !edge.expired();
    }

    private static boolean hasContext(AgentModel agent, int step) {
        return agent.steps().get(step).signature().context() != null;
    }

    private static Diagnostic noReply(StepModel taker, Reply reply) {
        String asks = TypeText.of(reply.message().type()) + ", which asks for " + TypeText.of(reply.type());
        String text = "'" + taker.name() + "' takes " + asks + ", and neither it nor a step behind it, before the next"
                + " message, takes a StepContext. Take one, and call context.reply.";
        return new Diagnostic(DiagnosticId.NO_REPLY, text, taker.place());
    }
}
