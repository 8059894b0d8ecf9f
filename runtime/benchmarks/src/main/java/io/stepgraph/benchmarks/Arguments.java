package io.stepgraph.benchmarks;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The options of the command line.
 *
 * @param groups what is measured
 * @param rounds how often each group is measured; 0 for as often as it says itself
 * @param quick whether one short round will do
 * @param strict whether it is an error unless every goal is met
 */
record Arguments(Set<Group> groups, int rounds, boolean quick, boolean strict) {
    static final String USAGE = """
            run [group …] [--rounds N] [--quick] [--strict]

            group      machine events memory sqlite sync postgres effects tools queue answer engines growth waiting
                       compile start; all of them unless given
            --rounds   how often each group is measured; fewer than 5 rounds establish nothing but in compile and start
            --quick    one short round, to see that everything works; it establishes little
            --strict   exit with 1 unless every goal is met; without it, that is only said
            """;

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException if it is wrong; the message says why
     */
    static Arguments of(List<String> arguments) {
        Set<Group> groups = new TreeSet<>();
        int rounds = 0;
        boolean quick = false;
        boolean strict = false;
        for (Iterator<String> left = arguments.iterator(); left.hasNext(); ) {
            String argument = left.next();
            switch (argument) {
                case "--quick" -> quick = true;
                case "--strict" -> strict = true;
                case "--rounds" -> rounds = number(left);
                default -> groups.add(Group.named(argument));
            }
        }
        if (groups.isEmpty()) {
            Collections.addAll(groups, Group.values());
        }
        return new Arguments(groups, rounds, quick, strict);
    }

    /** How often a group is measured. */
    int rounds(Group group) {
        return quick ? 1 : rounds > 0 ? rounds : group.rounds();
    }

    private static int number(Iterator<String> left) {
        String given = left.hasNext() ? left.next() : "nothing";
        if (!given.matches("[1-9]\\d{0,5}")) {
            throw new IllegalArgumentException("--rounds takes a number from 1, not " + given + ".");
        }
        return Integer.parseInt(given);
    }
}
