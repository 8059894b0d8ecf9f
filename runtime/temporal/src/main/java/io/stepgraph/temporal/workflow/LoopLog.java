package io.stepgraph.temporal.workflow;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.EventJson;
import io.stepgraph.store.StopReason;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of a run since this execution of its workflow began (V1). They cost no command: who replays the history
 * has them again. So readers ask the workflow for them, also after its end.
 */
final class LoopLog {
    /**
     * The number of bytes of events with which the workflow continues as new, because its worker keeps them in memory.
     */
    private static final long MOST_BYTES = 2 << 20;

    /** A query takes no more than this, and one batch. */
    private static final long PAGE_BYTES = 1 << 19;

    private final RunRef run;
    private final @Nullable LogEnd earlier;
    private final List<LogPage.Batch> batches = new ArrayList<>();
    private long last;
    private long changedAt;
    private long bytes;

    /**
     * A log that continues another one.
     *
     * @param earlier where the log of the execution before ends; null if there is none
     */
    LoopLog(RunRef run, @Nullable LogEnd earlier) {
        this.run = run;
        this.earlier = earlier;
        this.last = earlier == null ? 0 : earlier.lastEvent();
        this.changedAt = earlier == null ? 0 : earlier.changedAt();
    }

    /** Whether another execution is to write the events that follow. */
    boolean isLong() {
        return bytes >= MOST_BYTES;
    }

    /** Returns the end of this log. */
    LogEnd end() {
        return new LogEnd(Workflow.getInfo().getRunId(), last, changedAt);
    }

    /** The events after one, from the first of this execution on. */
    LogPage page(long after, long fencingToken, boolean isEnd) {
        List<LogPage.Batch> page = new ArrayList<>();
        long size = 0;
        for (LogPage.Batch batch : batches) {
            if (batch.last() > after && size < PAGE_BYTES) {
                page.add(batch);
                size += size(batch.events());
            }
        }
        return new LogPage(run, earlier, last, fencingToken, isEnd, page);
    }

    /** Adds what a visit reports. */
    void add(List<Json> events) {
        changedAt = Workflow.currentTimeMillis();
        note(events);
    }

    /** Adds what does not move the run. */
    void note(List<Json> events) {
        if (!events.isEmpty()) {
            last += events.size();
            bytes += size(events);
            batches.add(new LogPage.Batch(last, Workflow.currentTimeMillis(), events));
        }
    }

    private static long size(List<Json> events) {
        return events.stream().mapToLong(Json::size).sum();
    }

    private void add(RunEvent event, @Nullable Json value) {
        add(List.of(EventJson.write(event, value)));
    }

    void started(RunState.Start start) {
        add(new RunEvent.Started(run.id(), start.by(), start.labels()), null);
    }

    void reopened(StepEntry at) {
        add(new RunEvent.Reopened(run.id(), at.step(), at.visit(), null), null);
    }

    void resumed(StepEntry at) {
        add(new RunEvent.Resumed(run.id(), at.step(), at.visit()), null);
    }

    void takenOver(StepEntry at) {
        add(new RunEvent.TakenOver(run.id(), at.step(), at.visit()), null);
    }

    void answered(RunWorkflow.GivenAnswer given) {
        Ticket ticket = run.ticket(given.visit(), given.interrupt(), given.nonce());
        add(RunEvent.Answered.by(ticket, given.answer(), given.actor()), given.answer());
    }

    void refused(StepEntry asked, Stop.Stopped question, String reason) {
        add(new RunEvent.AnswerRefused(run.id(), ticket(asked, question), reason), null);
    }

    void taken(StepEntry at, Messages.Message message) {
        Json value = message.message();
        add(new RunEvent.MessageTaken(run.id(), at.step(), at.visit(), message.id(), message.by(), value), value);
    }

    void over(StepEntry at, Stop.Stopped paused) {
        boolean isQuestion = paused.reason() instanceof StopReason.QuestionAsked;
        add(
                isQuestion
                        ? new RunEvent.QuestionExpired(run.id(), ticket(at, paused))
                        : new RunEvent.WaitOver(run.id(), at.step(), at.visit()),
                null);
    }

    private Ticket ticket(StepEntry asked, Stop.Stopped question) {
        String nonce = ((StopReason.QuestionAsked) question.reason()).nonce();
        return run.ticket(asked.visit(), asked.step(), nonce);
    }

    void modeChanged(PermissionMode mode, String by) {
        note(List.of(EventJson.write(new RunEvent.ModeChanged(run.id(), mode, by))));
    }

    void failed(StepFailure<?> failure) {
        add(new RunEvent.Failed(run.id(), failure), EventJson.failure(failure));
    }

    void cancelled(String by) {
        add(new RunEvent.Cancelled(run.id(), by), null);
    }
}
