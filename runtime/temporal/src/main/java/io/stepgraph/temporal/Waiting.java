package io.stepgraph.temporal;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs calls that wait long, because nobody may work for the graph. */
final class Waiting {
    private static final Logger LOG = LoggerFactory.getLogger("io.stepgraph");

    private final ScheduledExecutorService timer;
    private final Duration patience;

    Waiting(ScheduledExecutorService timer, Duration patience) {
        this.timer = timer;
        this.patience = patience;
    }

    <T> T of(String runId, Supplier<T> call) {
        ScheduledFuture<?> warning = timer.schedule(
                () -> LOG.warn(
                        "A call for run '{}' has waited for {} s. If the run executes no step meanwhile, there may be no"
                                + " worker: call on(engine) in a process without clientOnly().",
                        runId,
                        patience.toSeconds()),
                patience.toMillis(),
                TimeUnit.MILLISECONDS);
        try {
            return call.get();
        } finally {
            warning.cancel(false);
        }
    }
}
