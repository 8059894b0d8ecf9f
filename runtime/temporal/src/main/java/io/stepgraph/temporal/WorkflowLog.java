package io.stepgraph.temporal;

import io.stepgraph.engine.store.EventLog;
import io.stepgraph.engine.stream.RunLog;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.temporal.workflow.LogEnd;
import io.stepgraph.temporal.workflow.LogPage;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.Stop;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The log of a run, of which each execution of its workflow has a part. Used by one thread at a time. */
final class WorkflowLog implements RunLog {
    private final RunWorkflows workflows;
    private final String runId;

    /** Where the logs of earlier executions end that are still to be read, the oldest first. */
    private final Deque<LogEnd> earlier = new ArrayDeque<>();

    WorkflowLog(RunWorkflows workflows, String runId) {
        this.workflows = workflows;
        this.runId = runId;
    }

    @Override
    public @Nullable Position position() {
        LogPage last = last(Long.MAX_VALUE);
        return last == null
                ? null
                : new Position(last.run().runNumber(), last.lastEvent(), last.fencingToken(), last.isEnd());
    }

    private @Nullable LogPage last(long after) {
        try {
            return workflows.log(runId, null, after);
        } catch (RunNotFoundException none) {
            return null;
        }
    }

    @Override
    public @Nullable EventLog page(long after, int batches) {
        while (!earlier.isEmpty() && earlier.element().lastEvent() <= after) {
            earlier.remove();
        }
        LogPage page = earlier.isEmpty() ? last(after) : execution(earlier.element(), after);
        while (page != null && page.earlier() != null && page.earlier().lastEvent() > after) {
            earlier.push(page.earlier());
            page = execution(page.earlier(), after);
        }
        return page == null ? null : read(page);
    }

    private LogPage execution(LogEnd part, long after) {
        try {
            return workflows.log(runId, part.execution(), after);
        } catch (RunNotFoundException gone) {
            throw new RunNotFoundException("Temporal has deleted the part of run '" + runId + "' with its events up to "
                    + part.lastEvent() + ", since the retention of its namespace is over. Read on after it:"
                    + " subscribe(id, new EventCursor(runNumber, " + part.lastEvent() + ")).");
        }
    }

    private static EventLog read(LogPage page) {
        return new EventLog(
                page.run().runNumber(),
                false,
                page.batches().stream()
                        .map(batch -> EventLog.Batch.of(batch.last(), Instant.ofEpochMilli(batch.at()), batch.events()))
                        .toList());
    }

    @Override
    public @Nullable Json result(long runNumber) {
        RunState run = workflows.existing(runId);
        return run.stop() instanceof Stop.Completed completed ? completed.output() : null;
    }
}
