package io.stepgraph.internal.step;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes every log message of the library. A class of its own, because looking for a logging library is half of a short
 * program's start.
 */
public final class Log {
    private static final Logger LOG = LoggerFactory.getLogger("io.stepgraph");

    /** Apart, so that a program can alert for runs that fail, and for nothing else. */
    private static final Logger FAILURES = LoggerFactory.getLogger("io.stepgraph.failures");

    private Log() {}

    /**
     * A run has failed.
     *
     * @param cause the exception; null if nothing was thrown
     * @param leftOut how many equal traces were left out before this one; null if this one is to be left out, too
     */
    static void runFailed(
            String namespace,
            String runId,
            String graph,
            StepFailure<?> failure,
            @Nullable Throwable cause,
            @Nullable Integer leftOut) {
        String text = "Run '" + runId + "' of graph '" + graph + "' in namespace '" + namespace + "' failed at step '"
                + failure.step() + "', visit " + failure.visit() + ", attempt " + failure.attempt() + " ["
                + failure.code() + "]";
        if (failure.code() == ErrorCode.FAILED_BY_STEP) {
            FAILURES.info("{}: {}", text, failure.message());
            return;
        }
        if (cause == null) {
            FAILURES.warn("{}: {}", text, failure.message());
            return;
        }
        if (leftOut == null) {
            FAILURES.warn("{}: {}, with a trace that was logged in the last minute", text, failure.type());
            return;
        }
        if (leftOut > 0) {
            text += ", and " + leftOut + " more like it since this trace was last logged";
        }
        try {
            // A logging library may have written its line before it finds that the exception cannot be printed.
            cause.printStackTrace(new PrintWriter(Writer.nullWriter()));
            FAILURES.warn("{}", text, cause);
        } catch (RuntimeException | Error unprintable) {
            FAILURES.warn("{}: {}, which cannot be printed", text, failure.type());
        }
    }

    public static void hookFailed(StepHook hook, StepCall call, Throwable thrown) {
        LOG.warn(
                "Fail-open hook {} failed at step '{}' of run '{}' and is ignored.",
                hook.getClass().getName(),
                call.step(),
                call.runId(),
                thrown);
    }

    public static void listenerFailed(String runId, Throwable thrown) {
        LOG.warn("A listener failed at an event of run '{}'; the run continues.", runId, thrown);
    }

    public static void observerFailed(String runId, Throwable thrown) {
        LOG.warn("An observer failed at run '{}'; the run continues.", runId, thrown);
    }

    public static void renewalFailed(String runId, Throwable thrown) {
        LOG.warn("The lease on run '{}' could not be renewed; it is tried again.", runId, thrown);
    }

    public static void notReaped(String runId, Throwable thrown) {
        LOG.warn("Run '{}', whose lease is over, cannot be read and was left unchanged.", runId, thrown);
    }

    public static void effectInDoubt(String runId, String effect, Throwable thrown) {
        LOG.warn("Effect '{}' of run '{}' is in doubt, and the run parks.", effect, runId, thrown);
    }

    public static void notContinued(String runId, Throwable thrown) {
        LOG.warn("A worker could not continue run '{}'; a worker tries again later.", runId, thrown);
    }

    public static void refused(String runId, Throwable thrown) {
        LOG.warn("A worker leaves run '{}' to other builds until the run changes. {}", runId, thrown.getMessage());
    }

    public static void notClaimed(Throwable thrown) {
        LOG.warn("A worker could not ask its store for runs; it asks again.", thrown);
    }

    public static void oldNotices(long notices, Instant from) {
        LOG.info(
                "The first handler of notices begins: {} runs that stopped before {} count as told. noticesFrom sets another"
                        + " time.",
                notices,
                from);
    }

    public static void noticesNotClaimed(Throwable thrown) {
        LOG.warn("A worker could not ask its store for notices; it asks again.", thrown);
    }

    public static void noticeNotTold(String runId, Duration again, Throwable thrown, boolean isTraced) {
        String text = "The handler of notices failed at run '" + runId + "'; it is told again in " + again;
        if (isTraced) {
            LOG.warn("{}", text, thrown);
        } else {
            LOG.warn("{}: {}", text, thrown.toString());
        }
    }

    public static void noticeNotMarked(String runId, Throwable thrown) {
        LOG.warn(
                "The store was not told how the handler of notices ended at run '{}'; a worker may tell it once more.",
                runId,
                thrown);
    }

    public static void notGivenBack(int runs, Throwable thrown) {
        LOG.warn(
                "A worker that stops could not give back {} runs that it had claimed; other workers find them after ten seconds.",
                runs,
                thrown);
    }

    public static void leaseLost(String runId, Throwable thrown) {
        LOG.warn("Run '{}' continues elsewhere, because this runner has lost its lease.", runId, thrown);
    }

    public static void notDeleted(String namespace, Throwable thrown) {
        LOG.warn(
                "Runs of namespace '{}' that are to be deleted after their end were not deleted; a later call does so.",
                namespace,
                thrown);
    }

    public static void graphNotSaved(String graph, Throwable thrown) {
        LOG.warn("Graph '{}' was not saved for tools; its runs are not affected.", graph, thrown);
    }

    public static void crashesNotForgiven(Throwable thrown) {
        LOG.warn(
                "A runner could not note in its store that the end of its process is not a crash of its runs; it may count as"
                        + " one.",
                thrown);
    }

    public static void exits(String runId) {
        LOG.warn("A step of run '{}' ends this process with System.exit. That counts as a crash of the run.", runId);
    }

    public static void executedAlone(String runId, int crashes) {
        LOG.warn(
                "Run '{}' was in progress in {} processes that died. This worker executes it alone, to find out whether it"
                        + " kills its process.",
                runId,
                crashes);
    }

    public static void releaseFailed(String runId, Throwable thrown) {
        LOG.warn("Run '{}' could not be released in its store.", runId, thrown);
    }
}
