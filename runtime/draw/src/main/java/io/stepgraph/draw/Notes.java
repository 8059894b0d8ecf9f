package io.stepgraph.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The text of a node below its name: how long it waits, that it is a mailbox, its question, who may answer it, its
 * number of attempts, the conditions for entering it, the effects that it performs, and whether it writes rows of its
 * own.
 */
final class Notes {
    /** The most answers that a node lists; more would make it too wide. */
    private static final int FEW = 2;

    private static final String CLOCK = "⏱ ";

    private Notes() {}

    static List<String> of(Data step) {
        List<String> notes = new ArrayList<>();
        if (step.text("kind").equals("wait")) {
            notes.add(CLOCK + (step.has("length") ? step.text("length") : "computed"));
        }
        if (step.has("mailbox")) {
            notes.add("✉ mailbox");
        }
        if (step.has("question")) {
            notes.add("asks " + step.type("question"));
        }
        if (step.has("expires")) {
            Data expires = step.get("expires");
            notes.add(
                    expires.has("by") ? "expires by " + expires.text("by") : "expires after " + expires.text("after"));
        }
        if (step.has("answeredBy")) {
            notes.addAll(answerers(step.get("answeredBy")));
        }
        String timeout = step.text("timeout");
        int tries = step.get("retry").number("attempts", 1);
        if (tries > 1) {
            notes.add(tries + " tries" + (timeout.isEmpty() ? "" : ", " + timeout + " each"));
        } else if (!timeout.isEmpty()) {
            notes.add("timeout " + timeout);
        }
        if (step.has("mode")) {
            notes.add("requires " + step.text("mode"));
        }
        if (step.has("effects")) {
            notes.add(
                    step.items("effects").stream().map(Data::text).collect(Collectors.joining(", ", "performs ", "")));
        }
        if (step.has("transactional")) {
            notes.add("writes rows with its checkpoint");
        }
        if (step.has("gate")) {
            Data gate = step.get("gate");
            String interrupt = gate.text("interrupt");
            notes.add((gate.has("exactly") ? "does exactly what " + interrupt + " showed" : "gated by " + interrupt)
                    + answers(gate));
        }
        return List.copyOf(notes);
    }

    /** Returns the lines that say who may answer, and who may not. */
    private static List<String> answerers(Data rule) {
        List<String> notes = new ArrayList<>();
        if (rule.has("roles")) {
            notes.add(rule.items("roles").stream()
                    .map(Data::text)
                    .collect(Collectors.joining(" or ", "answered by ", "")));
        }
        if (rule.has("starter")) {
            notes.add((rule.has("roles") ? "only by " : "answered by ") + "who started the run");
        }
        String not = rule.has("roles") ? "not by " : "not answered by ";
        if (rule.has("notStarter")) {
            notes.add(not + "who started the run");
        }
        rule.items("otherThan").forEach(other -> notes.add(not + "who answered " + other.text()));
        return notes;
    }

    private static String answers(Data gate) {
        List<String> answers = gate.items("answers").stream().map(Data::type).toList();
        return answers.isEmpty() || answers.size() > FEW ? "" : ": " + String.join(" | ", answers);
    }
}
