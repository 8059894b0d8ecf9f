package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.step.Checkpointer;
import io.stepgraph.internal.step.Interrupts;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.Progress;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepResult;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.store.VisitResult;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The checkpointer of a single visit: collects the result instead of storing it, and ends the loop with it. */
final class ResultCollector<S, N extends Enum<N>> implements Checkpointer<S, N> {
    private final ModeGate gate;
    private final VisitWriter<S, N> writer;
    private final VisitScope scope;
    private @Nullable VisitResult result;

    ResultCollector(VisitCall call, PermissionMode maxMode, VisitWriter<S, N> writer, VisitScope scope) {
        this.gate = new ModeGate(call.mode(), maxMode);
        this.writer = writer;
        this.scope = scope;
    }

    /** Null if the attempt is void. */
    @Nullable VisitResult result() {
        return result;
    }

    @Override
    public Progress<N> lookUp(StepCursor<S, N> cursor) {
        return scope.isCancelled() || scope.isInDoubt() || Interrupts.isInterrupted()
                ? new Progress.Released<>()
                : Progress.proceed();
    }

    @Override
    public ModeGate gate() {
        return gate;
    }

    @Override
    public Instant wall() {
        return MachineClock.system().wall();
    }

    @Override
    public StepResult.Next<S, N> encode(StepCursor<S, N> cursor, StepResult.Next<S, N> next) {
        return writer.encode(cursor, next);
    }

    @Override
    public StepResult<S, N> encode(StepCursor<S, N> cursor, StepResult<S, N> stop) {
        return writer.encode(cursor, stop);
    }

    @Override
    public Progress<N> store(StepCursor<S, N> cursor, StepResult<S, N> left) {
        if (left instanceof StepResult.Failed<S, N> failed) {
            scope.fails(failed.failure(), failed.cause());
        }
        return leave(writer.result(cursor, left, gate));
    }

    @Override
    public boolean mayRefuse(StepCursor<S, N> cursor) {
        return writer.mayRefuse(cursor, scope.ledger());
    }

    @Override
    public Doubts leaveInDoubt(StepCursor<S, N> cursor) {
        return scope.ledger().leaveInDoubt(cursor.visit);
    }

    @Override
    public Progress<N> retry(StepCursor<S, N> cursor, Duration delay, Throwable cause) {
        return leave(writer.retried(cursor, delay, cause));
    }

    @Override
    public void restore(StepCursor<S, N> cursor) {
        writer.restore(cursor);
    }

    private Progress<N> leave(VisitResult left) {
        result = left;
        return new Progress.Released<>();
    }
}
