package io.stepgraph.processor.check;

import java.util.Collection;
import java.util.Locale;

/** Finds the name that was probably meant. */
final class Suggestion {

    private Suggestion() {}

    /** A sentence to put after another one, or nothing if no candidate is close. */
    static String closest(String written, Collection<String> candidates) {
        int best = Math.max(1, written.length() / 3) + 1;
        String closest = "";
        for (String candidate : candidates) {
            int distance = distance(written.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT), best);
            if (distance < best) {
                best = distance;
                closest = candidate;
            }
        }
        return closest.isEmpty() ? "" : " Did you mean '" + closest + "'?";
    }

    /**
     * Insertions, deletions, replacements and swaps of neighbours that lead from one to the other; at most the limit.
     */
    private static int distance(String a, String b, int limit) {
        if (Math.abs(a.length() - b.length()) >= limit) {
            return limit;
        }
        int[][] distance = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                distance[i][j] = i == 0 || j == 0 ? i + j : step(a, b, i, j, distance);
            }
        }
        return distance[a.length()][b.length()];
    }

    private static int step(String a, String b, int i, int j, int[][] distance) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int least =
                Math.min(distance[i - 1][j - 1] + (same ? 0 : 1), Math.min(distance[i - 1][j], distance[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, distance[i - 2][j - 2] + 1) : least;
    }
}
