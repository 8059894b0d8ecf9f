package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Length;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;

/** A question that expires leads to exactly one step that takes {@code Expired}, and no other question does. */
final class Expiry implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            InterruptModel asked = step.interrupt();
            if (asked == null) {
                continue;
            }
            Length expires = asked.expires();
            Place expiry = asked.expiry();
            if (expiry == null) {
                neverExpires(agent, step, report);
            } else if (asked.expiryTakers().isEmpty()
                    && (expires == null || Durations.isLimit(expires)) // else that is reported
                    && asked.complete()
                    && !step.next().isEmpty()) {
                String text = "'" + step.name() + "' expires, but no next step takes Expired. " + advice(agent);
                report.accept(new Diagnostic(DiagnosticId.UNHANDLED_EXPIRY, text, expiry));
            } else if (asked.expiryTakers().size() > 1) {
                ambiguous(agent, step, asked, report);
            }
        }
    }

    private static void neverExpires(AgentModel agent, StepModel step, Consumer<Diagnostic> report) {
        for (Name name : step.next()) {
            StepModel target = agent.step(name.text());
            if (target != null
                    && target.input() != null
                    && TypeRelations.isExpired(target.input().type())) {
                String text = "'" + target.name() + "' takes Expired, but '" + step.name()
                        + "' never expires. Give it expires = \"24h\", or remove '" + target.name() + "'.";
                report.accept(new Diagnostic(DiagnosticId.UNHANDLED_EXPIRY, text, name.place()));
                return;
            }
        }
    }

    private static void ambiguous(AgentModel agent, StepModel step, InterruptModel asked, Consumer<Diagnostic> report) {
        StepModel first = agent.steps().get(asked.expiryTakers().get(0));
        StepModel second = agent.steps().get(asked.expiryTakers().get(1));
        String text = "'" + first.name() + "' and '" + second.name()
                + "' both take Expired. It must lead to exactly one step.";
        report.accept(new Diagnostic(
                DiagnosticId.AMBIGUOUS_ANSWER,
                text,
                step.placeOfNext(second.name()).orElse(step.annotation())));
    }

    private static String advice(AgentModel agent) {
        for (StepModel step : agent.steps()) {
            if (TypeRelations.takesExpired(step.input())) {
                return "Add '" + step.name() + "', which takes it.";
            }
        }
        return "Add one: " + StepNames.declaration(agent, "onExpired", "Expired expired") + ".";
    }
}
