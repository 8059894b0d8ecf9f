package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Every kind of answer reaches exactly one step, and every next step of an interrupt takes one. */
final class CoveredAnswers implements Check {

    private final TypeRelations types;

    CoveredAnswers(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            InterruptModel asked = step.interrupt();
            if (asked != null) {
                unanswered(agent, step, asked, report);
                ambiguous(agent, step, asked, report);
                notTaken(agent, step, asked, report);
            }
        }
    }

    /** Reports answers that no step takes, unless a next step takes no input: probably that step should take it. */
    private void unanswered(AgentModel agent, StepModel step, InterruptModel asked, Consumer<Diagnostic> report) {
        List<AnswerVariant> open =
                asked.leaves().stream().filter(leaf -> leaf.takers().isEmpty()).toList();
        Place place = step.nextPlace();
        if (open.isEmpty() || !asked.complete() || place == null || step.next().isEmpty()) {
            return;
        }
        if (step.next().stream().anyMatch(name -> takesNothing(agent, step, asked, name))) {
            return;
        }
        String text = "No next step of '" + step.name() + "' takes the answer "
                + TypeText.list(open.stream().map(AnswerVariant::element).toList()) + ". "
                + advice(agent, step, open.get(0), types);
        report.accept(new Diagnostic(DiagnosticId.UNANSWERED_VARIANT, text, place));
    }

    static String advice(AgentModel agent, StepModel interrupt, AnswerVariant leaf, TypeRelations types) {
        for (StepModel step : agent.steps()) {
            if (types.takes(step.taking(interrupt.name()), leaf.type())) {
                return "Add '" + step.name() + "', which takes it.";
            }
        }
        String type = leaf.element().getSimpleName().toString();
        String declaration = StepNames.declaration(agent, "on" + type, type + " " + TypeText.parameter(leaf.type()));
        return "Add a step that takes it: " + declaration + ".";
    }

    private static void ambiguous(AgentModel agent, StepModel step, InterruptModel asked, Consumer<Diagnostic> report) {
        Map<Integer, List<AnswerVariant>> bySecond = new LinkedHashMap<>();
        for (AnswerVariant leaf : asked.leaves()) {
            if (leaf.takers().size() > 1) {
                bySecond.computeIfAbsent(leaf.takers().get(1), second -> new ArrayList<>())
                        .add(leaf);
            }
        }
        bySecond.forEach((second, leaves) -> {
            String first = agent.steps().get(leaves.get(0).takers().get(0)).name();
            String name = agent.steps().get(second).name();
            String text = "'" + first + "' and '" + name + "' both take the answer "
                    + TypeText.list(leaves.stream().map(AnswerVariant::element).toList())
                    + ", and neither takes a narrower type. Each answer must lead to exactly one step.";
            report.accept(new Diagnostic(
                    DiagnosticId.AMBIGUOUS_ANSWER, text, step.placeOfNext(name).orElse(step.annotation())));
        });
    }

    private void notTaken(AgentModel agent, StepModel step, InterruptModel asked, Consumer<Diagnostic> report) {
        Set<String> seen = new HashSet<>();
        for (Name name : step.next()) {
            if (seen.add(name.text()) && takesNothing(agent, step, asked, name)) {
                report.accept(new Diagnostic(
                        DiagnosticId.ANSWER_NOT_TAKEN, notTaken(agent, step, asked, name), name.place()));
            }
        }
    }

    private static String notTaken(AgentModel agent, StepModel step, InterruptModel asked, Name name) {
        if (name.isExit()) {
            String does = name.isEnd() ? "end" : "fail";
            return name.shown() + " takes no answer, so '" + step.name() + "' cannot " + does
                    + " the run. Name a step that takes the answer and " + does + "s.";
        }
        AnswerVariant leaf = asked.leaves().stream()
                .filter(open -> open.takers().isEmpty())
                .findFirst()
                .orElse(null);
        String what = "'" + name.text() + "' takes none of the answers of '" + step.name() + "' ("
                + TypeText.list(asked.kinds()) + ").";
        return leaf == null
                ? what + " Remove it from next."
                : what + " Declare it as "
                        + StepNames.declaration(
                                agent,
                                name.text(),
                                leaf.element().getSimpleName() + " " + TypeText.parameter(leaf.type()))
                        + ".";
    }

    private boolean takesNothing(AgentModel agent, StepModel step, InterruptModel asked, Name name) {
        if (name.isExit()) {
            return true;
        }
        StepModel target = agent.step(name.text());
        if (target == null || !asked.complete() || !asked.open().isEmpty()) {
            return false;
        }
        Parameter input = target.taking(step.name());
        return !asked.expiryTakers().contains(target.index())
                && (input == null || !types.isUnknown(input.type()))
                && asked.leaves().stream().noneMatch(leaf -> leaf.takers().contains(target.index()));
    }
}
