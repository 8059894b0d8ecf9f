package io.stepgraph.benchmarks;

import java.util.Locale;

/** Sides that take turns in one JVM. Each round starts a new JVM. */
public enum Course {
    /** Compilations in this JVM: javac and the processors become faster over the first turns. */
    WARM_COMPILE(8, 7),

    /** Compilations, each in a JVM of its own. */
    COLD_COMPILE(1, 5),

    /** Programs that are started. */
    START(1, 10);

    private static final int QUICK_WARM_UPS = 2;
    private static final int QUICK_TURNS = 5;

    private final int warmUps;
    private final int turns;

    Course(int warmUps, int turns) {
        this.warmUps = warmUps;
        this.turns = turns;
    }

    /** How many turns each side takes that do not count. */
    int warmUps(boolean quick) {
        return quick ? Math.min(warmUps, QUICK_WARM_UPS) : warmUps;
    }

    /** How many turns of each side count. */
    int turns(boolean quick) {
        return quick ? QUICK_TURNS : turns;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
