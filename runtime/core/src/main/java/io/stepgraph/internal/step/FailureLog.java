package io.stepgraph.internal.step;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StepFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts and logs the runs that have failed: one line each, and equal stack traces of one step once a minute, with the
 * number of those that were left out (R7). Safe for use by many threads.
 */
public final class FailureLog {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    /** The traces that are remembered, those that came last. */
    private static final int MOST = 100;

    /** The places of an exception that are compared, or a few more: its causes may form a circle. */
    private static final int MOST_PLACES = 10_000;

    private final MachineClock clock;
    private final Map<List<Object>, Logged> logged = new LinkedHashMap<>(16, 0.75f, true);
    private long count;

    private record Logged(long at, AtomicInteger leftOut) {}

    public FailureLog(MachineClock clock) {
        this.clock = clock;
    }

    /** Returns the number of runs that have failed. */
    public synchronized long count() {
        return count;
    }

    /**
     * A run has failed. Without an exception, the message is one of this library, which holds no value of the agent, or
     * the reason for which a step has chosen to fail.
     *
     * @param cause the exception; null if nothing was thrown
     */
    public void failed(
            String namespace, String runId, String graph, StepFailure<?> failure, @Nullable Throwable cause) {
        Log.runFailed(namespace, runId, graph, failure, cause, leftOut(graph, failure.step(), cause));
    }

    /**
     * The number of equal traces that were left out since one was logged; null if this one is to be left out as well.
     */
    private synchronized @Nullable Integer leftOut(String graph, String step, @Nullable Throwable cause) {
        count++;
        List<Object> trace = trace(graph, step, cause);
        Logged last = logged.get(trace);
        if (last != null && clock.nanos() - last.at < MINUTE) {
            last.leftOut.incrementAndGet();
            return null;
        }
        logged.put(trace, new Logged(clock.nanos(), new AtomicInteger()));
        if (logged.size() > MOST) {
            logged.remove(logged.keySet().iterator().next());
        }
        return last == null ? 0 : last.leftOut.get();
    }

    /** Returns the stack of an exception without its message, which may name the run. */
    private static List<Object> trace(String graph, String step, @Nullable Throwable thrown) {
        List<Object> places = new ArrayList<>(List.of(graph, step));
        try {
            Throwable cause = thrown;
            while (cause != null && places.size() < MOST_PLACES) {
                places.add(cause.getClass());
                places.addAll(List.of(cause.getStackTrace()));
                cause = cause.getCause();
            }
        } catch (RuntimeException | Error unreadable) {
            places.add(unreadable.getClass());
        }
        return places;
    }
}
