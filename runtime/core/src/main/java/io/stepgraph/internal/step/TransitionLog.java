package io.stepgraph.internal.step;

import io.stepgraph.runtime.event.RunEvent;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Logs each transition of a run at DEBUG, with {@code run}, {@code step} and {@code thread} in the MDC. Values of the
 * agent, such as questions and answers, are never logged.
 */
public final class TransitionLog {
    private static final Logger LOG = LoggerFactory.getLogger("io.stepgraph.transitions");

    private TransitionLog() {}

    /**
     * Logs an event.
     *
     * @param thread the thread of the run; null if it has none
     */
    public static void log(RunEvent event, @Nullable String thread) {
        if (!LOG.isDebugEnabled()) {
            return;
        }
        Line line = line(event);
        Map<String, String> before = MDC.getCopyOfContextMap();
        try {
            MDC.put("run", event.runId());
            put("step", line.step);
            put("thread", thread);
            LOG.debug("Run '{}' {}", event.runId(), line.text);
        } finally {
            MDC.setContextMap(before == null ? Map.of() : before);
        }
    }

    private static void put(String name, @Nullable String value) {
        if (value != null) {
            MDC.put(name, value);
        }
    }

    /** The words about an event, after the name of the run. */
    static String text(RunEvent event) {
        return line(event).text;
    }

    /**
     * The words about an event.
     *
     * @param step its step; null if it is about none
     */
    private record Line(@Nullable String step, String text) {

        static Line of(String before, String step, long visit, String after) {
            return new Line(step, before + " step '" + step + "' (visit " + visit + ")" + after);
        }
    }

    private static Line line(RunEvent event) {
        if (event instanceof RunEvent.StepStarted e) {
            return Line.of("begins", e.step(), e.visit(), ", attempt " + e.attempt());
        }
        if (event instanceof RunEvent.StepModified e) {
            return Line.of("has executed", e.step(), e.visit(), " with what hook " + e.hook() + " gave it");
        }
        if (event instanceof RunEvent.StepFinished e) {
            return Line.of("has done", e.step(), e.visit(), e.next() == null ? "" : "; next is '" + e.next() + "'");
        }
        if (event instanceof RunEvent.StepRetrying e) {
            return Line.of("repeats", e.step(), e.visit(), " in " + e.delay() + " because of " + e.type());
        }
        if (event instanceof RunEvent.StepFailed e) {
            return Line.of("has failed at", e.failure().step(), e.failure().visit(), "; next is '" + e.next() + "'");
        }
        if (event instanceof RunEvent.QuestionAsked e) {
            return Line.of(
                    "waits for an answer at", e.ticket().interrupt(), e.ticket().visit(), "");
        }
        if (event instanceof RunEvent.Answered e) {
            return Line.of(
                    "has an answer at", e.ticket().interrupt(), e.ticket().visit(), "");
        }
        if (event instanceof RunEvent.Waiting e) {
            return Line.of("waits at", e.step(), e.visit(), e.until() == null ? "" : " until " + e.until());
        }
        if (event instanceof RunEvent.WaitOver e) {
            return Line.of("has waited at", e.step(), e.visit(), "");
        }
        if (event instanceof RunEvent.MessageTaken e) {
            return Line.of("takes message '" + e.id() + "' at", e.mailbox(), e.visit(), "");
        }
        if (event instanceof RunEvent.Called e) {
            return Line.of("waits for " + e.size() + " runs at", e.step(), e.visit(), "");
        }
        if (event instanceof RunEvent.Joined e) {
            return Line.of("has the results of", e.step(), e.visit(), "");
        }
        if (event instanceof RunEvent.Parked e) {
            return Line.of("is parked before", e.step(), e.visit(), "");
        }
        if (event instanceof RunEvent.Resumed e) {
            return Line.of("continues at", e.step(), e.visit(), "");
        }
        if (event instanceof RunEvent.TakenOver e) {
            return Line.of("is taken over at", e.step(), e.visit(), "");
        }
        if (event instanceof RunEvent.Reopened e) {
            return Line.of("is opened again at", e.step(), e.visit(), "");
        }
        if (event instanceof RunEvent.Failed e) {
            return Line.of(
                    "failed at",
                    e.failure().step(),
                    e.failure().visit(),
                    " with " + e.failure().code());
        }
        return new Line(null, "has the event " + event.getClass().getSimpleName());
    }
}
