package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.Checkpointer;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.Progress;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepResult;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.TicketSecrets;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The checkpointer of a single visit: collects the result instead of storing it, and ends the loop with it. */
final class ResultCollector<S, N extends Enum<N>> implements Checkpointer<S, N> {
    private final RunRef run;
    private final ModeGate gate;
    private final GraphCodecs<N> codecs;
    private final VisitValues<S, N> values;
    private final VisitEvents events;
    private final VisitScope scope;
    private VisitResult result = new VisitResult.Voided();

    ResultCollector(
            VisitCall call,
            PermissionMode maxMode,
            GraphCodecs<N> codecs,
            VisitValues<S, N> values,
            VisitEvents events,
            VisitScope scope) {
        this.run = call.run();
        this.gate = new ModeGate(call.mode(), maxMode);
        this.codecs = codecs;
        this.values = values;
        this.events = events;
        this.scope = scope;
    }

    VisitResult result() {
        return result;
    }

    @Override
    public Progress<N> lookUp(StepCursor<S, N> cursor) {
        return scope.isCancelled()
                        || scope.isInDoubt()
                        || Thread.currentThread().isInterrupted()
                ? new Progress.Released<>()
                : Progress.proceed();
    }

    @Override
    public ModeGate gate() {
        return gate;
    }

    @Override
    public StepResult.Next<S, N> encode(StepCursor<S, N> cursor, StepResult.Next<S, N> next) {
        return values.encode(cursor, next);
    }

    @Override
    public StepResult<S, N> encode(StepCursor<S, N> cursor, StepResult<S, N> stop) {
        return values.encode(cursor, stop);
    }

    @Override
    public Progress<N> store(StepCursor<S, N> cursor, StepResult<S, N> left) {
        return leave(
                left instanceof StepResult.Next<S, N> next
                        ? next(cursor, next, null)
                        : left instanceof StepResult.Handled<S, N> handled
                                ? next(cursor, handled.next(), handled.failure())
                                : stop(cursor, left));
    }

    private VisitResult next(StepCursor<S, N> cursor, StepResult.Next<S, N> next, @Nullable StepFailure failure) {
        StepEntry entered = values.next(cursor, next);
        Json stored = failure == null ? null : codecs.failure().write(failure);
        RunEvent report = VisitReports.left(run.id(), cursor, next.target().name, failure);
        return new VisitResult.Next(entered, values.changedState(), events.upTo(stored, report));
    }

    private VisitResult stop(StepCursor<S, N> cursor, StepResult<S, N> left) {
        if (left instanceof StepResult.Asked<S, N> asked) {
            return ask(cursor, asked.question());
        }
        if (left instanceof StepResult.Completed<S, N> completed) {
            RunEvent finished = VisitReports.finished(run.id(), cursor, null);
            RunEvent end = new RunEvent.Completed(run.id(), completed.result());
            return new VisitResult.Completed(
                    values.encodedValue(), values.changedState(), events.upTo(null, finished, end));
        }
        if (left instanceof StepResult.Parked<S, N> parked) {
            int attempt = parked.isBegun() ? cursor.attempt + 1 : cursor.attempt;
            RunEvent report = new RunEvent.Parked(run.id(), cursor.step.name, cursor.visit, parked.reason());
            return new VisitResult.Parked(
                    values.here(cursor, attempt, cursor.visit),
                    parked.reason(),
                    parked.required(),
                    events.upTo(null, report));
        }
        StepResult.Failed<S, N> failed = (StepResult.Failed<S, N>) left;
        StepFailure failure = failed.failure();
        scope.fails(failure, failed.cause());
        Json stored = codecs.failure().write(failure);
        return new VisitResult.Failed(
                here(cursor), stored, events.upTo(stored, new RunEvent.Failed(run.id(), failure)));
    }

    private VisitResult ask(StepCursor<S, N> cursor, Object question) {
        String nonce = TicketSecrets.newNonce();
        Ticket ticket = new Ticket(run.namespace(), run.id(), run.runNumber(), cursor.visit, cursor.step.name, nonce);
        Json written = values.encodedValue();
        return new VisitResult.Asked(
                here(cursor),
                values.changedState(),
                nonce,
                written,
                codecs.answers(cursor.step).schema(),
                cursor.step.spec.expires(),
                events.upTo(written, new RunEvent.QuestionAsked(run.id(), ticket, question)));
    }

    @Override
    public Progress<N> retry(StepCursor<S, N> cursor, Duration delay, Throwable cause) {
        StepEntry again = values.here(cursor, cursor.attempt + 1, cursor.budgetStartVisit);
        RunEvent report = VisitReports.retrying(run.id(), cursor, delay, cause);
        return leave(new VisitResult.Retry(again, delay, events.upTo(null, report)));
    }

    @Override
    public void restore(StepCursor<S, N> cursor) {
        try {
            values.restore(cursor);
        } catch (UnreadableValueException unreadable) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "Run '" + run.id() + "' cannot continue at step '" + cursor.step.name
                            + "': what was stored for it cannot be read back. " + unreadable.getMessage(),
                    unreadable);
        }
    }

    private StepEntry here(StepCursor<S, N> cursor) {
        return values.here(cursor, cursor.attempt, cursor.budgetStartVisit);
    }

    private Progress<N> leave(VisitResult left) {
        result = left;
        return new Progress.Released<>();
    }
}
