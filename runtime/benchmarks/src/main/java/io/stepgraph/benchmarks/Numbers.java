package io.stepgraph.benchmarks;

import java.util.Locale;

/** Shows numbers with three digits that count. */
final class Numbers {
    private Numbers() {}

    static String plain(double number) {
        double size = Math.abs(number);
        if (size == Math.rint(size) || size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", number);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", number);
    }

    static String time(double nanos) {
        double size = Math.abs(nanos);
        if (size >= 1e9) {
            return plain(nanos / 1e9) + " s";
        }
        if (size >= 1e6) {
            return plain(nanos / 1e6) + " ms";
        }
        return size >= 1e3 ? plain(nanos / 1e3) + " µs" : plain(nanos) + " ns";
    }

    static String kilobytes(int bytes) {
        return plain(bytes / 1e3) + " kB";
    }
}
