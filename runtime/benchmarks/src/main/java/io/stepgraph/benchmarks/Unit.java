package io.stepgraph.benchmarks;

/** The unit of a figure. */
enum Unit {
    /** Nanoseconds. */
    TIME {
        @Override
        String show(double number) {
            return Numbers.time(number);
        }
    },

    /** Nanoseconds for one of something, shown as how many there are in a second. */
    RATE {
        @Override
        String show(double number) {
            return Numbers.plain(1e9 / number) + " / s";
        }
    },

    /** How many of something. */
    COUNT {
        @Override
        String show(double number) {
            return Numbers.plain(number);
        }
    },

    /** Bytes. */
    BYTES {
        @Override
        String show(double number) {
            return Math.abs(number) >= 1e3 ? Numbers.plain(number / 1e3) + " kB" : Numbers.plain(number) + " B";
        }
    };

    abstract String show(double number);
}
