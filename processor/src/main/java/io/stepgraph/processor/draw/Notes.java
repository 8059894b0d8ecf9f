package io.stepgraph.processor.draw;

import io.stepgraph.processor.generate.TypeText;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Length;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Retrying;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text of a node below its name: its question, its number of attempts, and the conditions for entering it. */
final class Notes {

    /** The most answers that a node lists; more would make it too wide. */
    private static final int FEW = 2;

    private Notes() {}

    static List<String> of(StepModel step) {
        List<String> notes = new ArrayList<>();
        InterruptModel interruptModel = step.interrupt();
        if (interruptModel != null) {
            notes.add("asks " + TypeText.of(step.returned().type()));
            if (interruptModel.expires() != null) {
                notes.add("expires after " + interruptModel.expires().text());
            }
        }
        notes.addAll(tries(step.retry(), step.timeout()));
        if (step.requiresMode()) {
            notes.add("requires " + step.mode());
        }
        if (!step.effects().isEmpty()) {
            notes.add(step.effects().stream().map(Name::text).collect(Collectors.joining(", ", "performs ", "")));
        }
        Gate gate = step.gate();
        if (gate != null) {
            notes.add("gated by " + gate.interrupt().text() + answers(gate));
        }
        return notes;
    }

    private static List<String> tries(@Nullable Retrying retry, @Nullable Length timeout) {
        int tries = retry == null ? 1 : retry.attempts().asInt();
        if (tries == 1) {
            return timeout == null ? List.of() : List.of("timeout " + timeout.text());
        }
        return List.of(tries + " tries" + (timeout == null ? "" : ", " + timeout.text() + " each"));
    }

    private static String answers(Gate gate) {
        return gate.opening().isEmpty() || gate.opening().size() > FEW
                ? ""
                : gate.opening().stream()
                        .map(answer -> answer.getSimpleName().toString())
                        .collect(Collectors.joining(" | ", ": ", ""));
    }
}
