package io.stepgraph.processor.check;

import io.stepgraph.processor.model.ActionMark;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerRule;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.MailboxModel.Reply;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Returned.Kind;
import io.stepgraph.processor.model.StepModel;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** A mailbox asks nobody, so that its messages approve nothing. A reply belongs to the message of one mailbox. */
final class Mailboxes implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        Map<TypeElement, StepModel> takers = new HashMap<>();
        for (StepModel step : agent.steps()) {
            Name gate = step.gate() == null ? null : step.gate().interrupt();
            if (gate != null && isMailbox(agent, gate)) {
                String text = "'" + step.name() + "' is gated by '" + gate.text()
                        + "', a mailbox: a message may be older than what the run has shown. Gate it by an interrupt"
                        + " that asks.";
                report(text, gate.place(), report);
            }
            InterruptModel asked = step.interrupt();
            if (asked != null && step.isMailbox()) {
                asksNobody(step, asked, report);
                asked.replies().forEach(reply -> oneTaker(step, reply, takers, report));
            } else if (asked != null && asked.rule() != null) {
                asked.rule().otherThan().stream()
                        .filter(other -> isMailbox(agent, other))
                        .forEach(other -> report(
                                "'" + step.name() + "' is to be answered by somebody else than '" + other.text()
                                        + "', a mailbox, which asks nobody. Name an interrupt that asks.",
                                other.place(),
                                report));
            }
        }
    }

    private static boolean isMailbox(AgentModel agent, Name name) {
        StepModel step = agent.step(name.text());
        return step != null && step.isMailbox();
    }

    private static void asksNobody(StepModel mailbox, InterruptModel asked, Consumer<Diagnostic> report) {
        String is = "'" + mailbox.name() + "' is a mailbox";
        if (mailbox.returned().kind() != Kind.VOID) {
            String text = is + " and returns " + TypeText.of(mailbox.returned().type())
                    + ". A mailbox asks nobody: return void.";
            report(text, mailbox.returned().place(), report);
        }
        AnswerRule rule = asked.rule();
        String member = rule == null ? null : member(rule);
        if (rule != null && member != null) {
            String text = is + " with " + member + ". Who sends a message may need a role, and nothing else: remove "
                    + member + ".";
            report(text, rule.place(), report);
        }
        for (ActionMark mark : asked.actions()) {
            if (!mark.ofQuestion()) {
                String text = is + ", and its message " + mark.of().getSimpleName() + " marks '" + mark.component()
                        + "' with @Action, but a message approves nothing. Remove @Action.";
                report(text, mark.place(), report);
            }
        }
    }

    private static @Nullable String member(AnswerRule rule) {
        return !rule.otherThan().isEmpty()
                ? "otherThan"
                : rule.starter() ? "starter" : rule.notStarter() ? "notStarter" : null;
    }

    private static void oneTaker(
            StepModel mailbox, Reply reply, Map<TypeElement, StepModel> takers, Consumer<Diagnostic> report) {
        TypeElement message = reply.message().element();
        StepModel first = takers.putIfAbsent(message, mailbox);
        if (first != null) {
            String text = message.getSimpleName() + " asks for a reply and is taken by '" + first.name() + "' and '"
                    + mailbox.name() + "', so a reply could be meant for either. Declare a message for each.";
            report(text, reply.message().declared(), report);
        }
    }

    private static void report(String text, Place place, Consumer<Diagnostic> report) {
        report.accept(new Diagnostic(DiagnosticId.BAD_MAILBOX, text, place));
    }
}
