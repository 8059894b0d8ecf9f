package io.stepgraph.temporal;

import io.stepgraph.internal.effect.EffectKeys;
import io.stepgraph.internal.effect.RunLedger;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import io.stepgraph.temporal.workflow.RunWorkflow;
import io.stepgraph.temporal.workflow.RunWorkflow.Recorded;
import io.stepgraph.temporal.workflow.RunWorkflow.VisitTask;
import io.temporal.client.WorkflowStub;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The ledger of a run in its own workflow: an update is in Temporal's history before it returns. */
final class WorkflowLedger implements RunLedger {
    private final WorkflowStub workflow;
    private final VisitTask task;

    /** The ends that the result of the visit takes along. */
    private final Queue<EffectEnd> ended = new ConcurrentLinkedQueue<>();

    WorkflowLedger(WorkflowStub workflow, VisitTask task) {
        this.workflow = workflow;
        this.task = task;
    }

    @Override
    public String runId() {
        return run().id();
    }

    RunRef run() {
        return task.call().run();
    }

    @Override
    public long fencingToken() {
        return task.fencingToken();
    }

    @Override
    public String key(EffectId effect, boolean isKeyed) {
        if (isKeyed) {
            throw new UnsupportedOperationException("TemporalEngine has no business keys: effect '" + effect.label()
                    + "' of run '" + runId() + "' was not performed. Leave the key out, or use a Runner.");
        }
        Instant startedAt = Instant.ofEpochMilli(task.startedAt());
        return EffectKeys.of(run().namespace(), run().id(), run().runNumber(), startedAt, effect);
    }

    @Override
    public EffectRecord begin(EffectStart start) {
        List<EffectEnd> earlier = ended();
        Recorded recorded = Calls.mapped(
                runId(),
                () -> workflow.update(RunWorkflow.EFFECT_BEGIN, Recorded.class, fencingToken(), start.after(earlier)));
        if (recorded.refusal() != null) {
            throw new NotStorableException(
                    ErrorCode.VALUE_TOO_LARGE,
                    start.step(),
                    "Effect '" + start.id().label() + "' was not performed. " + recorded.refusal(),
                    null);
        }
        EffectRecord begun = recorded.effect();
        if (begun == null) {
            throw lost();
        }
        ended.removeAll(earlier);
        return begun;
    }

    @Override
    public void end(EffectEnd end, boolean isUrgent) {
        if (!isUrgent) {
            ended.add(end);
        } else if (!Calls.mapped(
                runId(), () -> workflow.update(RunWorkflow.EFFECT_END, Boolean.class, fencingToken(), List.of(end)))) {
            throw lost();
        }
    }

    /** Each write asks the workflow, and a worker that was frozen sees that its heartbeats are late. */
    @Override
    public void confirm() {}

    List<EffectEnd> ended() {
        return List.copyOf(ended);
    }

    private StepgraphException lost() {
        return new StepgraphException(
                ErrorCode.LEASE_LOST,
                "Visit " + task.call().checkpoint().visit() + " of run '" + runId()
                        + "' was given to another worker, or the run has ended. Nothing was recorded.");
    }
}
