package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Length;
import io.stepgraph.processor.model.Retrying;
import io.stepgraph.processor.model.StepModel;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Durations are readable, not negative, and limits are not 0. */
final class Durations implements Check {

    private static final Duration SHORTEST_LIMIT = Duration.ofMillis(1);
    private static final String NO_LIMIT = " Leave it out for no limit.";

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            InterruptModel asked = step.interrupt();
            limit("timeout", step.timeout(), NO_LIMIT, report);
            limit("timeout", step.call() == null ? null : step.call().timeout(), NO_LIMIT, report);
            limit("expires", asked == null ? null : asked.expires(), NO_LIMIT, report);
            limit("length", step.waiting() == null ? null : step.waiting().length(), "", report);
            Retrying retry = step.retry();
            if (retry != null) {
                retry(retry.backoff(), retry.maxBackoff(), report);
            }
        }
    }

    /** Whether it is a duration for which something can be waited. */
    static boolean isLimit(Length length) {
        return length.parsed() != null && length.parsed().compareTo(SHORTEST_LIMIT) >= 0;
    }

    private static void limit(String member, @Nullable Length length, String advice, Consumer<Diagnostic> report) {
        if (length == null || isUnreadable(length, report) || length.parsed() == null) {
            return;
        }
        if (length.parsed().isNegative()) {
            report(length, "'" + length.text() + "' is negative. " + member + " must be positive.", report);
        } else if (!isLimit(length)) {
            report(length, member + " must be at least 1ms." + advice, report);
        }
    }

    private static void retry(Length backoff, Length maxBackoff, Consumer<Diagnostic> report) {
        boolean backoffIsWrong = isNoDelay("backoff", backoff, report);
        boolean maximumIsWrong = isNoDelay("maxBackoff", maxBackoff, report);
        if (backoffIsWrong || maximumIsWrong || backoff.parsed() == null || maxBackoff.parsed() == null) {
            return;
        }
        if (backoff.parsed().compareTo(maxBackoff.parsed()) > 0) {
            boolean written = backoff.place().value() != null;
            report(
                    written ? backoff : maxBackoff,
                    "The backoff '" + backoff.text() + "' is longer than maxBackoff '" + maxBackoff.text()
                            + "'. Lower one or raise the other.",
                    report);
        }
    }

    private static boolean isNoDelay(String member, Length length, Consumer<Diagnostic> report) {
        if (isUnreadable(length, report)) {
            return true;
        }
        boolean isNegative = length.parsed() != null && length.parsed().isNegative();
        if (isNegative) {
            report(length, "'" + length.text() + "' is negative. " + member + " must be positive, or 0.", report);
        }
        return isNegative;
    }

    private static boolean isUnreadable(Length length, Consumer<Diagnostic> report) {
        if (length.parsed() == null) {
            report(
                    length,
                    "'" + length.text()
                            + "' is not a duration. Write \"200ms\", \"30s\", \"5m\", \"24h\", \"7d\" or ISO-8601 like"
                            + " \"PT1H30M\".",
                    report);
        }
        return length.parsed() == null;
    }

    private static void report(Length length, String text, Consumer<Diagnostic> report) {
        report.accept(new Diagnostic(DiagnosticId.BAD_DURATION, text, length.place()));
    }
}
