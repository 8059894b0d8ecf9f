package io.stepgraph.internal.step;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.step.AttemptResult.Origin;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.Transition;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the attempts of one run: in the calling thread or, under a timeout, in a thread of its own (R9). Engines differ
 * in the {@link Ports}.
 */
public final class AttemptRunner<A, S, E, N extends Enum<N>> implements StepCaller<S, N> {

    private final Graph<A, S, E, N> graph;
    private final A agent;
    private final Ports ports;
    private final MachineClock clock;

    /** The run, and what its engine brings for the attempts of its steps. */
    public record Ports(
            String runId,
            AttemptMonitor monitor,
            AttemptEvents events,
            EffectPerformer effects,
            AnsweredReader answered,
            ReplyWriter replies) {}

    public AttemptRunner(Graph<A, S, E, N> graph, A agent, Ports ports, MachineClock clock) {
        this.graph = graph;
        this.agent = agent;
        this.ports = ports;
        this.clock = clock;
    }

    @Override
    public AttemptResult<S, N> call(StepCursor<S, N> cursor, S state, @Nullable Object input, PermissionMode mode) {
        Answered<?, ?> approval = null;
        if (cursor.step.takesAnswered) {
            try {
                approval = ports.answered().read(cursor);
            } catch (StepgraphException unreadable) {
                return AttemptResult.unread(unreadable);
            }
        }
        AttemptContext<E> context = new AttemptContext<>(ports, approval, cursor, mode);
        AttemptResult<S, N> result = cursor.step.timeoutNanos == 0
                ? inline(cursor, state, input, context)
                : inThread(cursor, state, input, context);
        if (result instanceof AttemptResult.Aborted || isBroken(result)) {
            return result;
        }
        AttemptResult<S, N> instead = context.instead();
        if (instead != null) {
            return instead;
        }
        NotStorableException refused = context.refused();
        // A custom event that cannot be stored fails the attempt, whatever the step made of that (R12).
        return refused == null ? result : new AttemptResult.Failed<>(refused, Origin.RESULT);
    }

    /**
     * Enters the step in its own thread: the last look at the clocks, then the step. A process that was frozen until
     * here does not begin the step. It asks the store only once the attempt is closed, so that no interrupt meant for a
     * step reaches the store (R1, R9).
     */
    private AttemptResult<S, N> enter(N step, S state, @Nullable Object input, AttemptContext<E> context) {
        if (ports.monitor().isInDoubt()) {
            return new AttemptResult.Aborted<>(false);
        }
        context.enter();
        try {
            Transition<N, S> chosen =
                    Transition.chosen(graph.enter(agent, step, state, input, context.approval, context));
            Interrupts.clearLeft();
            return new AttemptResult.Returned<>(chosen, context.work(), context.replies());
        } catch (Throwable thrown) {
            return new AttemptResult.Failed<>(Interrupts.failure(context.label(), thrown), Origin.STEP);
        }
    }

    private AttemptResult<S, N> inline(
            StepCursor<S, N> cursor, S state, @Nullable Object input, AttemptContext<E> context) {
        InlineAttempt attempt = new InlineAttempt(Thread.currentThread(), context);
        if (!ports.monitor().begin(attempt)) {
            return new AttemptResult.Aborted<>(false);
        }
        ports.events().started(cursor);
        AttemptResult<S, N> result = enter(cursor.step.step, state, input, context);
        context.close("is over");
        ports.monitor().end();
        if (attempt.isAbandoned()) {
            // The interrupt was ours and meant for the step only.
            Interrupts.takeBack();
            return new AttemptResult.Aborted<>(!(result instanceof AttemptResult.Aborted));
        }
        return result instanceof AttemptResult.Failed<S, N> failed && !isBroken(failed) ? failedInline(failed) : result;
    }

    /** An interrupt from outside is not a failure of the step: the checkpointer sees its flag. */
    private AttemptResult<S, N> failedInline(AttemptResult.Failed<S, N> failed) {
        if (failed.thrown() instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return Thread.currentThread().isInterrupted() ? new AttemptResult.Aborted<>(true) : failed;
    }

    private static boolean isBroken(AttemptResult<?, ?> result) {
        return result instanceof AttemptResult.Failed<?, ?> failed && failed.thrown() instanceof VirtualMachineError;
    }

    private AttemptResult<S, N> inThread(
            StepCursor<S, N> cursor, S state, @Nullable Object input, AttemptContext<E> context) {
        StepPlan<N> step = cursor.step;
        ThreadAttempt<S, N> attempt = new ThreadAttempt<>(context, () -> {
            ports.monitor().enterThread();
            return enter(step.step, state, input, context);
        });
        if (!ports.monitor().begin(attempt)) {
            return new AttemptResult.Aborted<>(false);
        }
        ports.events().started(cursor);
        try {
            attempt.start("stepgraph " + ports.runId() + " " + step.name);
            if (!clock.await(attempt.done(), step.timeoutNanos)) {
                attempt.timeOut(timedOut(step));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            attempt.abandon("must stop, because the thread that called the run was interrupted");
        } finally {
            ports.monitor().end();
        }
        return attempt.result();
    }

    private AttemptResult<S, N> timedOut(StepPlan<N> step) {
        String timeout = Objects.requireNonNull(step.spec.timeout()).written();
        return new AttemptResult.Failed<>(
                new TimeoutException("Step '" + step.name + "' took longer than its timeout of " + timeout + "."),
                Origin.TIMEOUT);
    }
}
