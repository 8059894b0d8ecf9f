package io.stepgraph.benchmarks;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Has JMH measure one figure, in a JVM of its own. */
final class Measurement {
    /** From here on, JDKs announce on standard error what SQLite's driver and JMH do. */
    private static final int ANNOUNCES = 24;

    private final boolean quick;
    private final Map<Figure.Measured, RunResult> round = new HashMap<>();
    private @Nullable Path slowSyncs;

    /**
     * A measurement.
     *
     * @param quick to see that it works, not what it takes
     */
    Measurement(boolean quick) {
        this.quick = quick;
    }

    /** Starts the measurement again. */
    void beginRound() {
        round.clear();
    }

    /**
     * The median of what JMH measured, in nanoseconds, or what the benchmark counted. All counts of a benchmark are of
     * one execution in each round.
     */
    double take(Figure.Measured figure) {
        if (figure.counter() == null) {
            return execute(figure).getPrimaryResult().getStatistics().getPercentile(50);
        }
        RunResult result = round.get(figure.withoutCounter());
        if (result == null) {
            result = execute(figure);
            round.put(figure.withoutCounter(), result);
        }
        return Objects.requireNonNull(result.getSecondaryResults().get(figure.counter()))
                .getScore();
    }

    private RunResult execute(Figure.Measured figure) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(figure.benchmark().getName() + "." + figure.method()) + "$")
                .forks(1)
                .timeUnit(TimeUnit.NANOSECONDS)
                .shouldFailOnError(true)
                .jvmArgsAppend(arguments())
                .verbosity(VerboseMode.SILENT);
        figure.parameters().forEach((name, value) -> options.param(name, value));
        if (figure.slowSyncs()) {
            options.jvm(slowSyncs().toString());
        }
        if (quick && figure.counter() == null) {
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
            return results.iterator().next();
        } catch (RunnerException e) {
            throw new IllegalStateException(figure + " could not be measured", e);
        }
    }

    private Path slowSyncs() {
        if (slowSyncs == null) {
            slowSyncs = SlowSyncs.java();
        }
        return slowSyncs;
    }

    /** The JVM's defaults, except that nothing is written between the lines of the progress. */
    static String[] arguments() {
        String loggers = "-Dslf4j.internal.verbosity=ERROR";
        String lines = "-Dorg.slf4j.simpleLogger.defaultLogLevel=error";
        return Runtime.version().feature() < ANNOUNCES
                ? new String[] {loggers, lines}
                : new String[] {
                    loggers, lines, "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"
                };
    }
}
