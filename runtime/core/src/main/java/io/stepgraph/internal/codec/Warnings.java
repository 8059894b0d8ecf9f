package io.stepgraph.internal.codec;

import io.stepgraph.internal.step.Log;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Warns once for each place in the values of a graph at which another object is read back (R5). */
final class Warnings {
    /** As many as somebody reads; paths through maps may be without end. */
    private static final int MOST = 50;

    private final String graph;
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    Warnings(String graph) {
        this.graph = graph;
    }

    void log(List<ReadBack.Difference> differences) {
        for (ReadBack.Difference difference : differences) {
            // The elements of a list are one place.
            String place = difference.path().replaceAll("\\[\\d+]", "[]");
            if (logged.size() < MOST && logged.add(place)) {
                Log.comesBackAsAnother(graph, difference.path(), difference.what());
            }
        }
    }
}
