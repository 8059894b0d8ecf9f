package io.stepgraph.cli.io;

import io.stepgraph.store.RunLists;
import java.util.Locale;

/** Numbers of things, in words. */
public final class Counts {
    private Counts() {}

    /** A count of a store, which stops at {@link RunLists#MOST_COUNTED}. */
    public static String of(long count) {
        return exact(count) + (isMore(count) ? "+" : "");
    }

    /** Whether there may be more than such a count says. */
    public static boolean isMore(long count) {
        return count >= RunLists.MOST_COUNTED;
    }

    /** So many of something, such as {@code 1 run} or {@code 1,204 runs}. */
    public static String of(long count, String one) {
        return exact(count) + " " + one + (count == 1 ? "" : "s");
    }

    /** A count that does not stop. */
    public static String exact(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
