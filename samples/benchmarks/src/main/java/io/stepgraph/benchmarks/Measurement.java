package io.stepgraph.benchmarks;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Has JMH measure one figure, in a JVM of its own. */
final class Measurement {
    /** From here on, JDKs say on standard error that SQLite's driver loads a native library. */
    private static final int ANNOUNCES_NATIVE_CODE = 24;

    private final boolean quick;

    /**
     * A measurement.
     *
     * @param quick to see that it works, not what it takes
     */
    Measurement(boolean quick) {
        this.quick = quick;
    }

    /** The median of what JMH measured, in nanoseconds. */
    double take(Figure.Measured figure) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(figure.benchmark().getName() + "." + figure.method()) + "$")
                .forks(1)
                .timeUnit(TimeUnit.NANOSECONDS)
                .shouldFailOnError(true)
                .jvmArgsAppend(arguments())
                .verbosity(VerboseMode.SILENT);
        figure.parameters().forEach((name, value) -> options.param(name, value));
        if (quick) {
            options.warmupIterations(1)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(1)
                    .measurementTime(TimeValue.seconds(1));
        }
        try {
            Collection<RunResult> results = new Runner(options.build()).run();
            if (results.size() != 1) {
                throw new IllegalStateException(figure + " is not one benchmark but " + results.size());
            }
            return results.iterator().next().getPrimaryResult().getStatistics().getPercentile(50);
        } catch (RunnerException e) {
            throw new IllegalStateException(figure + " could not be measured", e);
        }
    }

    /** The JVM's defaults, except that nothing is written between the lines of the progress. */
    private static String[] arguments() {
        String loggers = "-Dslf4j.internal.verbosity=ERROR";
        return Runtime.version().feature() < ANNOUNCES_NATIVE_CODE
                ? new String[] {loggers}
                : new String[] {loggers, "--enable-native-access=ALL-UNNAMED"};
    }
}
