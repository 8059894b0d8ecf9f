package io.stepgraph.crash;

import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How many cuts there were, of which kinds, and what was violated. Safe for use by many threads. */
final class Tally {
    private final Map<String, Integer> kinds = new TreeMap<>();
    private final Map<String, Integer> places = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private int cuts;

    /** Counts the cuts that a process has come to. */
    synchronized void count(Child child, List<FaultPoint> chosen, boolean isKilled) throws IOException {
        List<String> reached = child.reached();
        for (FaultPoint faultPoint : chosen) {
            if (reached.contains(faultPoint.at())) {
                count(faultPoint.action().toString());
                places.merge(faultPoint.place(), 1, Integer::sum);
            }
        }
        if (isKilled) {
            count("KILL");
        }
    }

    private void count(String kind) {
        kinds.merge(kind, 1, Integer::sum);
        cuts++;
    }

    synchronized void add(List<String> wrong) {
        wrong.forEach(System.out::println);
        violations.addAll(wrong);
    }

    synchronized int cuts() {
        return cuts;
    }

    /** At which places they were. */
    synchronized Set<String> places() {
        return Set.copyOf(places.keySet());
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    @Override
    public synchronized String toString() {
        return cuts + " cuts " + kinds + " at " + places + ", violations: " + violations.size();
    }
}
