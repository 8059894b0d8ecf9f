package io.stepgraph.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Benchmarks that are measured together. */
enum Group {
    MACHINE(5),
    EVENTS(5),
    MEMORY(5),
    SQLITE(5),
    SYNC(5),
    POSTGRES(5),
    EFFECTS(5),
    TOOLS(5),
    QUEUE(5),
    CALLS(5),
    MESSAGES(5),
    ANSWER(5),
    ENGINES(5),
    GROWTH(5),
    WAITING(5),
    COMPILE(3),
    START(5);

    private final int rounds;

    Group(int rounds) {
        this.rounds = rounds;
    }

    /** How often everything in the group is measured, if nobody says otherwise. */
    int rounds() {
        return rounds;
    }

    /** The group's name on the command line. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Group named(String label) {
        return Arrays.stream(values())
                .filter(group -> group.label().equals(label))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("There is no group '" + label + "', only " + labels() + "."));
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Group::label).toList();
    }
}
