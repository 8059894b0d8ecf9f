package io.stepgraph.temporal;

import io.stepgraph.internal.effect.RunLedger;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.RunWorkflow;
import io.stepgraph.temporal.workflow.RunWorkflow.Recorded;
import io.stepgraph.temporal.workflow.RunWorkflow.VisitTask;
import io.temporal.client.WorkflowStub;
import java.time.Instant;
import java.util.List;

/** The ledger of a run in its own workflow: an update is in Temporal's history before it returns. */
final class WorkflowLedger extends RunLedger {
    private final WorkflowStub workflow;
    private final VisitTask task;

    WorkflowLedger(WorkflowStub workflow, VisitTask task) {
        super(task.call().run(), Instant.ofEpochMilli(task.startedAt()), task.fencingToken());
        this.workflow = workflow;
        this.task = task;
    }

    @Override
    protected EffectRecord write(EffectStart start) {
        Recorded recorded = Calls.mapped(
                run().id(), () -> workflow.update(RunWorkflow.EFFECT_BEGIN, Recorded.class, fencingToken(), start));
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
        return begun;
    }

    @Override
    protected void write(EffectEnd end) {
        if (!Calls.mapped(
                run().id(),
                () -> workflow.update(RunWorkflow.EFFECT_END, Boolean.class, fencingToken(), List.of(end)))) {
            throw lost();
        }
    }

    @Override
    protected List<EffectRecord> read() {
        return Calls.mapped(run().id(), () -> workflow.query(RunWorkflow.LOOK, RunState.class))
                .effects();
    }

    @Override
    protected void checkTakesKeys(String effect) {
        throw new UnsupportedOperationException("TemporalEngine has no business keys: effect '" + effect + "' of run '"
                + run().id() + "' was not performed. Leave the key out, or use a Runner.");
    }

    /** Each write asks the workflow, and a worker that was frozen sees that its heartbeats are late. */
    @Override
    protected void confirm() {}

    private StepgraphException lost() {
        return new StepgraphException(
                ErrorCode.LEASE_LOST,
                "Visit " + task.call().checkpoint().visit() + " of run '" + run().id()
                        + "' was given to another worker, or the run has ended. Nothing was recorded.");
    }
}
