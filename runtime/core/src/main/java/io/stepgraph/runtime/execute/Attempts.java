package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Graph;
import io.stepgraph.runtime.Transition;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the attempts of a run in a store: in the calling thread, or, under a timeout, in a thread of its own (R9). */
final class Attempts<A, S, E, N extends Enum<N>> implements StepCaller<S, N> {
    /** The least that a wait for a step is prolonged by, in nanoseconds. */
    private static final long SHORTEST_EXTENSION = 10_000_000;

    private final Graph<A, S, E, N> graph;
    private final A agent;
    private final LeasedRun run;
    private final Execution execution;
    private final RunLog<N> events;
    private final Time time;

    Attempts(Graph<A, S, E, N> graph, A agent, LeasedRun run, Execution execution, RunLog<N> events, Time time) {
        this.graph = graph;
        this.agent = agent;
        this.run = run;
        this.execution = execution;
        this.events = events;
        this.time = time;
    }

    @Override
    public Transition<N, S> call(Position<S, N> at, S state, @Nullable Object input, PermissionMode mode)
            throws Exception {
        return at.step.timeoutNanos == 0 ? here(at, state, input, mode) : underTimeout(at, state, input, mode);
    }

    private Transition<N, S> here(Position<S, N> at, S state, @Nullable Object input, PermissionMode mode)
            throws Exception {
        AttemptContext<E> context = context(at, mode);
        AttemptHere attempt = new AttemptHere(Thread.currentThread(), context);
        begin(attempt);
        events.attempt(at);
        while (run.age().mayBeOver()) {
            end(attempt);
            confirm();
            begin(attempt);
        }
        Transition<N, S> chosen = null;
        Throwable thrown = null;
        try {
            chosen = Transition.chosen(graph.enter(agent, at.step.step, state, input, context));
        } catch (Throwable any) {
            thrown = any;
        }
        context.close("is over");
        end(attempt);
        if (chosen != null) {
            context.checkSignals();
            return chosen;
        }
        Exception passed = passedOn(Objects.requireNonNull(thrown));
        if (!(passed instanceof Voided)) {
            context.checkSignals();
        }
        throw passed;
    }

    private AttemptContext<E> context(Position<S, N> at, PermissionMode mode) {
        return new AttemptContext<>(events, execution.key.id(), at, mode);
    }

    private void begin(Execution.Abandonable attempt) throws Voided {
        if (!execution.begin(attempt)) {
            throw new Voided();
        }
    }

    private void end(AttemptHere attempt) throws Voided {
        execution.end();
        if (attempt.isAbandoned()) {
            // The interrupt was ours and meant for the step only.
            boolean unused = Thread.interrupted();
            throw new Voided();
        }
    }

    /**
     * Asks the store whether the run is still this runner's, right before the step (R1): while no attempt is open, so that no
     * interrupt that is meant for a step reaches the store (R9).
     */
    private void confirm() throws Voided, Unconfirmed {
        boolean isCancelled;
        try {
            isCancelled = run.confirm();
        } catch (RuntimeException refused) {
            throw new Unconfirmed(refused);
        }
        if (isCancelled) {
            boolean unused = execution.cancel(run.lease());
            throw new Voided();
        }
    }

    /** A thread that was interrupted is no failure of the step: the flag says so, which the journal sees. */
    private static Exception passedOn(Throwable thrown) {
        if (thrown instanceof VirtualMachineError broken) {
            throw broken;
        }
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        if (Thread.currentThread().isInterrupted()) {
            return new Voided();
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        return (Exception) thrown;
    }

    private Transition<N, S> underTimeout(Position<S, N> at, S state, @Nullable Object input, PermissionMode mode)
            throws Exception {
        StepPlan<N> step = at.step;
        boolean isTold = false;
        while (true) {
            AttemptContext<E> context = context(at, mode);
            AttemptElsewhere<Transition<N, S>> attempt = new AttemptElsewhere<>(
                    execution,
                    run.age(),
                    context,
                    () -> Transition.chosen(graph.enter(agent, step.step, state, input, context)));
            begin(attempt);
            if (!isTold) {
                events.attempt(at);
                isTold = true;
            }
            await(attempt, step);
            if (!attempt.isInDoubt()) {
                if (!attempt.isAbandoned()) {
                    context.checkSignals();
                }
                return attempt.result(step);
            }
            confirm();
        }
    }

    private void await(AttemptElsewhere<?> attempt, StepPlan<N> step) {
        try {
            long waitedBefore = events.waitedForReader();
            attempt.start("stepgraph " + execution.key.id() + " " + step.name);
            awaitEnd(attempt, step.timeoutNanos, waitedBefore);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            attempt.abandon("is to stop, since the thread that called the run was interrupted");
        } finally {
            execution.end();
        }
    }

    /** Until its time is over, of which waiting for the reader of the run's stream is no part. */
    private void awaitEnd(AttemptElsewhere<?> attempt, long timeout, long waitedBefore) throws InterruptedException {
        long left = timeout;
        long waited = waitedBefore;
        while (!time.await(attempt.done(), left)) {
            long now = events.waitedForReader();
            if (now == waited) {
                attempt.timeOut();
                return;
            }
            left = Math.max(SHORTEST_EXTENSION, now - waited);
            waited = now;
        }
    }
}
