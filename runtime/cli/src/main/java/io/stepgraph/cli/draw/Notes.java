package io.stepgraph.cli.draw;

import static io.stepgraph.cli.draw.GraphReader.text;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The text of a node below its name: its question, its number of attempts, and the conditions for entering it. */
final class Notes {
    /** The most answers that a node lists; more would make it too wide. */
    private static final int FEW = 2;

    private Notes() {}

    static List<String> of(JsonNode step) {
        List<String> notes = new ArrayList<>();
        if (step.has("question")) {
            notes.add("asks " + TypeNames.simple(text(step, "question")));
        }
        if (step.has("expires")) {
            notes.add("expires after " + text(step.path("expires"), "after"));
        }
        String timeout = text(step, "timeout");
        long tries = step.path("retry").path("attempts").asLong(1);
        if (tries > 1) {
            notes.add(tries + " tries" + (timeout.isEmpty() ? "" : ", " + timeout + " each"));
        } else if (!timeout.isEmpty()) {
            notes.add("timeout " + timeout);
        }
        if (step.has("mode")) {
            notes.add("requires " + text(step, "mode"));
        }
        if (step.has("gate")) {
            notes.add("gated by " + text(step.path("gate"), "interrupt") + answers(step.path("gate")));
        }
        return List.copyOf(notes);
    }

    private static String answers(JsonNode gate) {
        List<String> answers = new ArrayList<>();
        gate.path("answers").forEach(answer -> answers.add(TypeNames.simple(answer.asString(""))));
        return answers.isEmpty() || answers.size() > FEW ? "" : ": " + String.join(" | ", answers);
    }
}
